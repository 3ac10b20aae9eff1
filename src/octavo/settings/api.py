"""How API pages behave: where requests go, how they are authenticated, what is shown."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from octavo.settings.values import STRICT_OBJECT, Items, Name, in_list, wrong_value

AuthMethod = Literal["bearer", "basic", "key"]
PlaygroundMode = Literal["show", "simple", "hide"]

_BASE_URL = re.compile(r"(?:https?|wss?)://[^\s/?#\\<>\"]+[^\s\\<>\"]*\Z", re.IGNORECASE)


def _read_base_url(text: str) -> str:
    url = text.strip()
    if not _BASE_URL.match(url):
        raise wrong_value(
            "be the web address of an API", "Write it whole, such as https://api.example.com/v1."
        )
    return url


BaseUrl = Annotated[str, AfterValidator(_read_base_url)]


class Auth(BaseModel):
    """How the playground asks for credentials."""

    model_config = STRICT_OBJECT

    method: AuthMethod | None = Field(
        default=None, description="Way of authentication of all endpoints."
    )
    name: str | None = Field(
        default=None,
        description="Name of the credential; for `basic`, the two names as `username:password`.",
    )
    input_prefix: str | None = Field(
        default=None, description="Text that the credential's field starts with."
    )


class Playground(BaseModel):
    """The form that sends requests."""

    model_config = STRICT_OBJECT

    mode: PlaygroundMode = Field(
        default="show",
        description="Show it, show only the endpoint (`simple`), or hide it.",
    )
    disable_proxy: bool = Field(
        default=False, description="Browsers call the API themselves instead of the proxy."
    )
    prefill: bool = Field(
        default=False, description="Fills in the examples of the document when the form opens."
    )


class RequestExample(BaseModel):
    """The request samples beside an operation."""

    model_config = STRICT_OBJECT

    languages: Items[Name] | None = Field(
        default=None,
        description="Languages in order: bash, python, javascript, php, go, java, "
        "and those of `x-codeSamples`.",
    )
    show_optional_params: bool = Field(
        default=False, description="Whether samples hold optional parameters too."
    )


class RequestSettings(BaseModel):
    """What is shown of requests."""

    model_config = STRICT_OBJECT

    example: RequestExample = Field(
        default_factory=RequestExample.model_construct, description="The request samples."
    )


class ParamFields(BaseModel):
    """The fields of parameters and bodies."""

    model_config = STRICT_OBJECT

    expanded: Literal["all", "topLevel", "topLevelOneOfs", "none"] = Field(
        default="none",
        description="What is open at first: everything, the first level, "
        "the first level of choices, or nothing.",
    )


class Api(BaseModel):
    """Settings of all API pages."""

    model_config = STRICT_OBJECT

    base_url: Annotated[
        Items[BaseUrl], BeforeValidator(in_list, json_schema_input_type=BaseUrl | list[BaseUrl])
    ] = Field(
        default=(),
        description="Address that endpoint paths are added to; with several, visitors choose.",
    )
    auth: Auth = Field(
        default_factory=Auth.model_construct, description="Authentication of requests."
    )
    playground: Playground = Field(
        default_factory=Playground.model_construct, description="The form that sends requests."
    )
    request: RequestSettings = Field(
        default_factory=RequestSettings.model_construct, description="What is shown of requests."
    )
    param_fields: ParamFields = Field(
        default_factory=ParamFields.model_construct,
        description="The fields of parameters and bodies.",
    )
    maintain_order: bool = Field(
        default=False,
        description="Keeps properties in the document's order instead of required ones first.",
    )
