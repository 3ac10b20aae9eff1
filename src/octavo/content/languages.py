"""The names of programming languages: aliases of authors, and names for readers."""

from __future__ import annotations

from collections.abc import Mapping

LABELS: Mapping[str, str] = {
    "bash": "Bash",
    "c": "C",
    "console": "Terminal",
    "cpp": "C++",
    "csharp": "C#",
    "css": "CSS",
    "dart": "Dart",
    "diff": "Diff",
    "dockerfile": "Dockerfile",
    "dotenv": ".env",
    "elixir": "Elixir",
    "go": "Go",
    "graphql": "GraphQL",
    "hcl": "HCL",
    "html": "HTML",
    "http": "HTTP",
    "ini": "INI",
    "java": "Java",
    "javascript": "JavaScript",
    "json": "JSON",
    "jsx": "JSX",
    "kotlin": "Kotlin",
    "liquid": "Liquid",
    "lua": "Lua",
    "makefile": "Makefile",
    "markdown": "Markdown",
    "mdx": "MDX",
    "nginx": "nginx",
    "php": "PHP",
    "powershell": "PowerShell",
    "proto": "Protocol Buffers",
    "python": "Python",
    "r": "R",
    "ruby": "Ruby",
    "rust": "Rust",
    "scss": "SCSS",
    "solidity": "Solidity",
    "sql": "SQL",
    "svelte": "Svelte",
    "swift": "Swift",
    "toml": "TOML",
    "tsx": "TSX",
    "typescript": "TypeScript",
    "vue": "Vue",
    "xml": "XML",
    "yaml": "YAML",
}
"""The languages that Octavo highlights, with their names for readers."""

OTHER_NAMES: Mapping[str, str] = {
    "": "plain plaintext plain-text text txt none nohighlight raw ascii",
    "bash": "sh shell shellscript zsh ksh fish curl",
    "c": "h objc objective-c",
    "console": "shell-session shellsession sh-session terminal session",
    "cpp": "c++ cc cxx hpp cplusplus arduino",
    "csharp": "c# cs dotnet",
    "css": "postcss",
    "dart": "flutter",
    "diff": "patch udiff",
    "dockerfile": "docker containerfile",
    "dotenv": "env .env",
    "elixir": "ex exs iex",
    "go": "golang",
    "graphql": "gql graphqls",
    "hcl": "tf terraform tfvars opentofu",
    "html": "htm xhtml astro",
    "http": "https rest",
    "ini": "cfg conf config properties editorconfig gitconfig systemd",
    "java": "groovy gradle apex",
    "javascript": "js mjs cjs node nodejs node.js ecmascript",
    "json": "jsonc json5 jsonl ndjson geojson json-ld jsonld webmanifest",
    "jsx": "react",
    "kotlin": "kt kts",
    "liquid": "jinja jinja2 j2 django twig nunjucks njk handlebars hbs mustache",
    "lua": "luau",
    "makefile": "make mk gnumake",
    "markdown": "md mkd",
    "nginx": "nginxconf",
    "php": "php3 php5 laravel",
    "powershell": "ps1 ps psm1 pwsh posh",
    "proto": "protobuf proto3 proto2",
    "python": "py py3 python3 pyi gyp",
    "r": "rscript rlang",
    "ruby": "rb rake gemfile rails jruby",
    "rust": "rs",
    "scss": "sass less",
    "solidity": "sol",
    "sql": "mysql postgres postgresql pgsql plsql tsql sqlite sqlite3 mariadb bigquery snowflake",
    "swift": "swiftui",
    "toml": "cargo",
    "typescript": "ts mts cts deno",
    "vue": "vue-html",
    "xml": "svg xsl xslt xsd wsdl rss plist atom pom soap",
    "yaml": "yml openapi-yaml docker-compose",
}
"""The aliases of languages, in any case."""

_NAMES = {
    other: language for language, others in OTHER_NAMES.items() for other in others.split()
} | {language: language for language in LABELS}
_WRITTEN_LABELS = {"curl": "cURL", "node": "Node.js", "nodejs": "Node.js", "node.js": "Node.js"}
_WRITTEN_LABELS |= {"terraform": "Terraform", "zsh": "zsh", "powershell": "PowerShell"}


def resolve_language(name: str) -> str:
    """Return the name for an alias of a language; unknown languages stay unchanged."""
    return _NAMES.get(name) or _NAMES.get(name.lower(), name.lower())


def find_label(name: str) -> str:
    """Return the readers' name for an author's language; empty for plain text."""
    language = resolve_language(name)
    return _WRITTEN_LABELS.get(name.lower()) or LABELS.get(language, "" if not language else name)
