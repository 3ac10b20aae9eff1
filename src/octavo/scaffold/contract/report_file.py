"""Writes the report that a site shows: no credentials, and nothing that the API answered."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from octavo.scaffold.contract.run import CheckedOperation, ContractReport
from octavo.site.api.proof import FORM, MOST_MESSAGES, VERSION


def render_report_file(
    reports: Iterable[tuple[str, ContractReport]], against: str, today: str
) -> str:
    """Return the report as JSON; each part belongs to the source of a document."""
    documents = [
        {"source": source, "operations": [_describe(each) for each in report.operations]}
        for source, report in reports
    ]
    data = {FORM: VERSION, "date": today, "against": against, "documents": documents}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _describe(operation: CheckedOperation) -> dict[str, Any]:
    messages = list(dict.fromkeys(each.summary for each in operation.differences))
    return {
        "method": operation.key.method,
        "path": operation.key.path,
        "checked": operation.is_checked,
        "differences": len(messages),
        "messages": messages[:MOST_MESSAGES],
    }
