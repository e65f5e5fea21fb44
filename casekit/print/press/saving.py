"""Finished PDFs as bytes."""

from io import BytesIO
from typing import Any


def save(file: Any, version: str = "1.7") -> bytes:
    """An open pikepdf file as bytes of a PDF version, the same for the same content."""
    from pikepdf import ObjectStreamMode  # noqa: PLC0415 -- loaded only where files are finished

    out = BytesIO()
    file.save(out, deterministic_id=True, force_version=version, object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()
