"""The MDX parser: CommonMark, GitHub's extensions, JSX tags, expressions and modules."""
