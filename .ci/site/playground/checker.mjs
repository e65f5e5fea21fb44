/** casekit in Python for browsers: the same program as on a command line, on files that are given to it. */

const PROGRAM = `
import contextlib, io, os, shutil, sys

sys.path[:0] = ["/library"]
os.environ.update(NO_COLOR="1", COLUMNS="100", CI="1")

def run_casekit(files, arguments):
    """What a command says about some files, and its exit status."""
    import click
    from casekit.cli.main import main

    os.chdir("/")
    shutil.rmtree("/case", ignore_errors=True)
    os.makedirs("/case")
    os.chdir("/case")
    for name, text in files.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            status = main.main(arguments, prog_name="casekit", standalone_mode=False) or 0
        except click.ClickException as error:
            error.show(file=said)
            status = 2
        except SystemExit as end:
            status = end.code or 0
        except ModuleNotFoundError as error:
            said.write(f"This command does not work in a browser: it needs {error.name}.\\n")
            status = 2
    return [status, said.getvalue()]
`;

/**
 * A function that runs a command: `await run({"one.case": text}, ["check", "one.case"])` gives its status and what it says.
 *
 * `library` is the archive of casekit and what it needs, `indexURL` where Pyodide's own files are.
 */
export async function checker(loadPyodide, indexURL, library) {
  const python = await loadPyodide({ indexURL });
  python.unpackArchive(library, "zip", { extractDir: "/library" });
  await python.runPythonAsync(PROGRAM);
  const call = python.globals.get("run_casekit");
  return (files, args) => {
    const given = [python.toPy(files), python.toPy(args)];
    const answer = call(...given);
    const [status, text] = answer.toJs();
    [answer, ...given].forEach((each) => each.destroy());
    return { status, text };
  };
}
