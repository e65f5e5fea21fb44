"""A writer in Neovim: a clue breaks, casekit finds it while they type, a quick fix makes it right."""

import sys

import pytest

from casekit.system.cursor_channel import CursorChannel, CursorPlace

# What is typed into the tour's case, the finding, words in the title of the fix, and what is in the case afterwards.
ACCIDENTS = {
    "a clue is lost": ("/tin = suite .has rolled<CR>dd", "CK502", "tin = suite", "\n~ tin = suite"),
    "a name is misspelt": (
        "/owes(CLARA) .in<CR>eax<Esc>",
        "CK201",
        "`owes`",
        '~ owes(CLARA) "in debt to Otto"',
    ),
    "a lie is not marked": ("/lie room<CR>dw", "CK404", "~ lie", '~ lie room(CLARA) = deck "out on deck"'),
    "prose and quotation drift apart": (
        "/nobody has set foot on it.$<CR>cwnone of us<Esc>",
        "CK126",
        'Quote "',
        '~ no suspect X: room(X) = deck "has set foot on it."',
    ),
}


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_a_broken_clue_is_found_while_typing_and_fixed(neovim, boat, accident):
    keys, code, words, expected = ACCIDENTS[accident]
    before = boat.read_text(encoding="utf-8")
    told = neovim(
        boat,
        f"""
        wait_for("casekit", function()
          local client = vim.lsp.buf_get_clients(0)[1]
          tell("server", client and client.name)
          return client and client.initialized
        end)
        tell("filetype", vim.bo.filetype)
        type_keys([[{keys}]])
        wait_for("{code}", function() return has("{code}") end)
        tell("saved", vim.bo.modified == false)
        fix("{code}", [[{words}]])
        wait_for("a case without findings", function() return #findings() == 0 end)
        vim.cmd("silent write")
        """,
    )
    assert "casekit" == told["server"]
    assert "case" == told["filetype"]
    # It was found in what was typed, not in the file.
    assert not told["saved"]
    after = boat.read_text(encoding="utf-8")
    assert expected in after
    assert before.count("\n~") == after.count("\n~")


def test_a_puzzle_is_checked_as_well(neovim, tmp_path):
    puzzle = tmp_path / "gong.case"
    puzzle.write_text(
        "game: clue\ntitle: The Gong\nlevel: amateur\n\n== players\nSCARLET 6\nSCARLET 6\n", encoding="utf-8"
    )
    told = neovim(
        puzzle,
        """
        wait_for("a finding", function() return #findings() > 0 end)
        tell("codes", vim.tbl_map(function(each) return each.code end, findings()))
        """,
    )
    assert all(code.startswith("CK") for code in told["codes"])


def test_a_preview_is_told_where_the_cursor_is(neovim, boat, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    slot = CursorChannel(boat)
    assert slot.news() is None
    (file,) = (tmp_path / "state/casekit/cursors").iterdir()
    neovim(
        boat,
        f"""
        wait_for("casekit", function()
          local client = vim.lsp.buf_get_clients(0)[1]
          return client and client.initialized
        end)
        type_keys([[/^== ANNA witness<CR>j]])
        wait_for("the cursor", function()
          vim.cmd("doautocmd CursorMoved")
          return table.concat(vim.fn.readfile("{file}")):find("ANNA witness")
        end)
        """,
    )
    lines = boat.read_text(encoding="utf-8").splitlines()
    assert CursorPlace(lines.index("== ANNA witness") + 2, "== ANNA witness") == slot.news()


def test_keys_and_options_for_older_versions(neovim, boat):
    told = neovim(
        boat,
        """
        wait_for("casekit", function() return #vim.lsp.buf_get_clients(0) > 0 end)
        for _, key in ipairs({ "K", "gd", "grn", "gra", "grr", "gO" }) do
          tell(key, vim.fn.maparg(key, "n") ~= "")
        end
        tell("root", vim.lsp.buf_get_clients(0)[1].config.root_dir)
        vim.cmd("edit other.case")
        tell("clients", #vim.lsp.get_active_clients())
        tell("comment", vim.bo.commentstring)
        """,
    )
    assert all(told[key] for key in ("K", "gd", "grn", "gra", "grr", "gO"))
    assert str(boat.parent) == told["root"]
    assert 1 == told["clients"]
    assert "// %s" == told["comment"]


def test_a_missing_casekit_is_said(neovim, boat):
    told = neovim(
        boat,
        """
        wait_for("a message", function() return said end)
        tell("said", said)
        tell("clients", #vim.lsp.get_active_clients())
        """,
        *("--cmd", "lua vim.notify = function(text) said = text end"),
        path="/usr/bin:/bin",
    )
    assert 'pip install "casekit[write]"' in told["said"]
    assert 0 == told["clients"]


def test_a_server_that_does_not_start_is_said(neovim, boat, tmp_path):
    broken = tmp_path / "broken"
    broken.write_text(f"#!{sys.executable}\nraise SystemExit(2)\n", encoding="utf-8")
    broken.chmod(0o755)
    told = neovim(
        boat,
        """
        wait_for("a message", function() return said:find("write") end)
        tell("said", said)
        """,
        *(
            "--cmd",
            f"lua said = ''; vim.g.casekit = {{ cmd = {{ '{broken}' }} }}; vim.notify = function(text) said = said .. text end",
        ),
    )
    assert "status 2" in told["said"]
    assert "casekit[write]" in told["said"]


def test_the_list_of_make_has_the_findings(neovim, boat):
    boat.write_text(boat.read_text(encoding="utf-8").replace("~ owes(", "~ owed(", 1), encoding="utf-8")
    told = neovim(
        boat,
        """
        vim.cmd("silent make")
        local found = {}
        for _, each in ipairs(vim.fn.getqflist()) do
          found[#found + 1] = { each.lnum, each.type, each.nr, vim.fn.bufname(each.bufnr) }
        end
        tell("found", found)
        """,
    )
    assert [42, "e", 201, "the-last-soup.case"] in told["found"]


def test_newer_versions_start_the_server_themselves(neovim, boat):
    # Neovim 0.11 has `vim.lsp.enable`, which reads lsp/casekit.lua.
    told = neovim(
        boat,
        """
        tell("enabled", enabled)
        tell("clients", #vim.lsp.get_active_clients())
        local files = vim.api.nvim_get_runtime_file("lsp/casekit.lua", true)
        local config = dofile(files[1])
        tell("config", { cmd = config.cmd, filetypes = config.filetypes, root_markers = config.root_markers })
        """,
        *("--cmd", "lua vim.lsp.enable = function(name) enabled = name end"),
    )
    assert "casekit" == told["enabled"]
    assert 0 == told["clients"]
    assert {
        "cmd": ["casekit", "lsp"],
        "filetypes": ["case"],
        "root_markers": ["edition.toml", ".git"],
    } == told["config"]


def test_the_plugin_can_be_switched_off(neovim, boat):
    told = neovim(
        boat,
        'tell("clients", #vim.lsp.get_active_clients())\ntell("syntax", vim.b.current_syntax)',
        *("--cmd", "lua vim.g.casekit = false"),
    )
    assert {"clients": 0, "syntax": "case"} == told


def test_examples_are_coloured_without_a_slip(neovim, root, boat):
    examples = sorted(map(str, (root / "examples").rglob("*.case")))
    told = neovim(
        boat,
        """
        local slips, tildes, statements = {}, 0, 0
        for _, file in ipairs(vim.fn.argv()) do
          vim.cmd("edit " .. file)
          for number, line in ipairs(vim.fn.getline(1, "$")) do
            local found = line:find("^~")
            if found then
              statements = statements + 1
              tildes = tildes + (vim.fn.synIDattr(vim.fn.synID(number, 1, 1), "name") == "caseTilde" and 0 or 1)
            end
            local last = vim.fn.synIDattr(vim.fn.synID(number, math.max(#line, 1), 1), "name")
            if last == "caseForeign" or (line:find("^%a") and line:find("%.$") and not line:find(' says "') and last == "caseQuotation") then
              slips[#slips + 1] = file .. ":" .. number
            end
          end
        end
        tell("slips", #slips == 0 and "" or table.concat(slips, " "))
        tell("tildes", tildes)
        tell("statements", statements > 100)
        """,
        *("--cmd", "lua vim.g.casekit = false", *examples),
    )
    assert {"slips": "", "tildes": 0, "statements": True} == told
    assert len(examples) >= 9
