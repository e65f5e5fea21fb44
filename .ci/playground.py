"""Put together the playground of the site: Python for browsers (Pyodide), casekit, and what it needs to check a case.

Usage: .ci/playground.py FOLDER STAMP (a file that is made if everything is there), in an environment with casekit.

Where npm is missing or a registry cannot be reached, a notice is printed and nothing is done; but with CI set, that fails.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / ".ci" / "site" / "playground"

PYODIDE = ("pyodide", "314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0")
SOLVER = ("python-sat", "1.9.dev17", "8ecf5e9de74844365ff2bef39f2f30791a54895fe6fba5dfd92f1c327673477b")
"""What runs in a browser and not here: name, version, and the SHA-256 of the file."""

PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--only-binary", ":all:")

QUICKLY = ("--silent", "--fetch-retries", "1", "--fetch-timeout", "30000")
"""A machine without a network knows it soon."""

LIBRARIES = (
    "click",
    "lark",
    "markdown-it-py",
    "markupsafe",
    "mdurl",
    "networkx",
    "platformdirs",
    "rich",
    "six",
)
"""What casekit imports where it checks, proves and measures; all of it runs as plain Python."""

RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "README.md",
)

KEPT = frozenset((".case", ".json", ".lark", ".md", ".py", ".pyi", ".toml", ".txt"))
"""No fonts and colour profiles: nothing is printed in a browser."""


class MissingError(Exception):
    """Something cannot be had here."""


def main(folder: Path, stamp: Path) -> None:
    """Write everything to a folder, and the stamp."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with TemporaryDirectory() as scratch:
            _runtime(folder / "pyodide", Path(scratch))
            _library(folder / "library.zip", Path(scratch))
    except MissingError as error:
        shutil.rmtree(folder)
        sys.stderr.write(f"The playground is not built: {error}\n")
        sys.exit(1 if os.environ.get("CI") else 0)
    for file in PAGE.glob("*.mjs"):
        shutil.copyfile(file, folder / file.name)
    stamp.touch()


def _runtime(folder: Path, scratch: Path) -> None:
    """Pyodide from npm, unless it is there already."""
    name, version, digest = PYODIDE
    mark = folder / "VERSION"
    if mark.is_file() and mark.read_text(encoding="utf-8") == version:
        return
    npm = shutil.which("npm")
    if npm is None:
        raise MissingError("it needs npm, which comes with Node.js")
    packed = _run([npm, "pack", *QUICKLY, f"{name}@{version}"], scratch).strip().splitlines()[-1]
    _hold(scratch / packed, digest)
    folder.mkdir(exist_ok=True)
    with tarfile.open(scratch / packed) as archive:
        for file in RUNTIME:
            inside = archive.extractfile(f"package/{file}")
            if inside is None:
                raise MissingError(f"{packed} has no {file}")
            (folder / file).write_bytes(inside.read())
    mark.write_text(version, encoding="utf-8")


def _library(target: Path, scratch: Path) -> None:
    """One archive with casekit, its libraries and the solver for browsers."""
    name, version, digest = SOLVER
    _run(
        [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--retries",
            "1",
            "--timeout",
            "15",
            "--no-deps",
            *PLATFORM,
            "--dest",
            ".",
            f"{name}=={version}",
        ],
        scratch,
    )
    (wheel,) = scratch.glob("*.whl")
    _hold(wheel, digest)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive, zipfile.ZipFile(wheel) as solver:
        for info in solver.infolist():
            archive.writestr(info.filename, solver.read(info))
        for path, place in sorted(dict(_files()).items()):
            archive.write(place, path)


def _files() -> Iterator[tuple[str, Path]]:
    """What goes into the archive: where it is there, and where it is here."""
    for file in PAGE.glob("*.py"):
        yield file.name, file
    for folder in ("casekit", "grammar", "schemas"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in KEPT:
                yield file.relative_to(ROOT).as_posix(), file
    for library in LIBRARIES:
        about = metadata.distribution(library)
        for file in about.files or ():
            licence = ".dist-info" in file.parts[0] and file.suffix != ".pyc"
            plain = file.suffix in KEPT and not {"..", "tests", "__pycache__"} & {*file.parts}
            if licence or plain:
                yield file.as_posix(), Path(str(about.locate_file(file)))


def _run(command: list[str], folder: Path) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or str(error)
        raise MissingError(f"{Path(command[0]).name} says: {said.strip()}") from error
    return done.stdout


def _hold(file: Path, digest: str) -> None:
    """Refuse a file that is not the one that was tried."""
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != digest:
        sys.exit(f"{file.name} has the SHA-256 {found}, not {digest}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute())
