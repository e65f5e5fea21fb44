"""The order of the stages. Nothing else in casekit knows it.

| module | from | to |
|---|---|---|
| `checking` | a case's bytes | its verdict, or a case that can be asked questions |
| `texts` | a case's bytes | its canonical text, JSON; and back |
| `planning` | an edition or a case | what a build will print of it |
| `printing` | such a plan, or a finished file | files that were read back, or what is wrong with one |
| `reprinting` | two printings | what changed between them |
| `translating` | an edition | its texts in another language |
"""

from casekit.pipeline.checking import (
    BALANCE,
    Answered,
    Checked,
    Examined,
    Input,
    Parsed,
    Progress,
    answered,
    check_bytes,
    check_files,
    examine,
    examine_bytes,
    merged,
    parse_bytes,
    report_of,
    resolve_parsed,
    with_findings,
)
from casekit.pipeline.planning import (
    PRODUCTS,
    Binding,
    Plan,
    finished,
    inputs_of,
    lock_beside,
    numbered,
    plan_build,
    products_of,
    steps_of,
)
from casekit.pipeline.printing import (
    Numbers,
    Product,
    carry_out,
    files_of,
    preflight,
    print_binding,
    print_piece,
    print_product,
)
from casekit.pipeline.reprinting import compare_printings
from casekit.pipeline.texts import export_bytes, format_bytes, import_bytes
from casekit.pipeline.translating import open_translation

__all__ = [
    "BALANCE",
    "PRODUCTS",
    "Answered",
    "Binding",
    "Checked",
    "Examined",
    "Input",
    "Numbers",
    "Parsed",
    "Plan",
    "Product",
    "Progress",
    "answered",
    "carry_out",
    "check_bytes",
    "check_files",
    "compare_printings",
    "examine",
    "examine_bytes",
    "export_bytes",
    "files_of",
    "finished",
    "format_bytes",
    "import_bytes",
    "inputs_of",
    "lock_beside",
    "merged",
    "numbered",
    "open_translation",
    "parse_bytes",
    "plan_build",
    "preflight",
    "print_binding",
    "print_piece",
    "print_product",
    "products_of",
    "report_of",
    "resolve_parsed",
    "steps_of",
    "with_findings",
]
