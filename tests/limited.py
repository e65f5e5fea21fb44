"""The command line under the limits that are promised of every file: 5 s of processor time and 500 MB at most.

Machines differ, so a test allows three times the time; what grew with the square of the size took minutes.
"""

import os
import resource
import subprocess
import sys

_SECONDS = 15
_MEGABYTES = 500
_RUN = """
import os, sys, casekit.cli
sys.argv[0] = "casekit"
try:
    casekit.cli.run()
finally:
    # What rusage tells of a process begins with what its parent had when it was forked.
    with open("/proc/self/status") as status, open(os.environ["PEAK"], "w") as peak:
        peak.write(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def limited(arguments, folder):
    """Run the command line in a folder; its status and its output, if it had enough memory."""
    with (folder / "told").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", _RUN, *arguments],
            stdout=out,
            stderr=out,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, "PEAK": str(folder / "peak")},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS)),  # noqa: PLW1509 -- no threads here
        )
        process.wait()
    told = (folder / "told").read_text(encoding="utf-8")
    assert (folder / "peak").is_file(), told[-1000:]
    assert int((folder / "peak").read_text(encoding="utf-8")) // 1024 <= _MEGABYTES
    return process.returncode, told
