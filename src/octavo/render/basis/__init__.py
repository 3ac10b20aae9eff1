"""What every room of `render` stands on.

1. `html` has the only two ways in which text becomes part of HTML; `rendered` is what comes of it;
   `elements` are those that texts of others may name.
2. `wording` is what the interface says, in the language of a page; `names` are cut where they are
   very long.
3. `policy` says what a page may load and run, `changing` what it says of itself that changes with
   its text.
"""
