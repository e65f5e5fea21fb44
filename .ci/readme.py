"""The hook of the build that writes what an index of packages shows: the README, whose links lead nowhere there."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_IMAGE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n\n", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)#]+)[^)]*\)")


def for_index(text: str) -> str:
    """A README without pictures, and with the names of files where it has links to them."""
    return _LINK.sub(
        lambda link: link[1] if link[1] == link[2] else f"{link[1]} (`{link[2]}`)", _IMAGE.sub("", text)
    )


class ReadmeHook(MetadataHookInterface):
    """Gives the metadata of a package its description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(text)}
