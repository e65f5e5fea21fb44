--- The language server of casekit in Neovim, from 0.7 on.
--
-- `vim.g.casekit` may be a table, set before the plugin is loaded:
--   cmd      how casekit is started, by default { "casekit", "lsp" }
--   options  what the server is told when it starts, such as { delay = 500 }
--   keys     false: no keys
local M = {}

local ROOT = { "edition.toml", ".git" }

local function wishes()
  return type(vim.g.casekit) == "table" and vim.g.casekit or {}
end

--- The folder of the edition that a file belongs to, or else the file's own.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  for _, marker in ipairs(ROOT) do
    local found = vim.fn.findfile(marker, folder .. ";")
    if found == "" then
      found = vim.fn.finddir(marker, folder .. ";")
    end
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p:h" .. (vim.fn.isdirectory(found) == 1 and ":h" or ""))
    end
  end
  return folder
end

local function explain(text)
  vim.schedule(function()
    vim.notify("casekit: " .. text, vim.log.levels.WARN)
  end)
end

--- Say why the server has ended, if the writer has to do something about it.
local function on_exit(status, signal)
  if status ~= 0 and signal == 0 and vim.v.exiting == vim.NIL then
    explain(
      "the language server has stopped (status "
        .. status
        .. '). Is casekit installed with its part for editors: pip install "casekit[write]"? See '
        .. vim.lsp.get_log_path()
    )
  end
end

--- Tell the server in which line the cursor is, for the pages of `casekit serve`.
local function tell_cursor(buffer)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  if vim.b[buffer].casekit_line == line then
    return
  end
  vim.b[buffer].casekit_line = line
  vim.lsp.buf_notify(buffer, "casekit/cursor", {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line, character = 0 },
  })
end

local function follow_cursor(buffer)
  local group = vim.api.nvim_create_augroup("casekit_cursor", { clear = false })
  vim.api.nvim_clear_autocmds({ group = group, buffer = buffer })
  vim.api.nvim_create_autocmd({ "BufEnter", "CursorMoved", "CursorMovedI" }, {
    group = group,
    buffer = buffer,
    callback = function()
      tell_cursor(buffer)
    end,
  })
end

--- What is done in a buffer whose server runs; newer versions of Neovim call it themselves.
local function on_attach(_, buffer)
  follow_cursor(buffer)
end

--- What starts the server: a table for `vim.lsp.start_client`, `vim.lsp.start` and `vim.lsp.config`.
function M.config()
  local given = wishes()
  return {
    name = "casekit",
    cmd = given.cmd or { "casekit", "lsp" },
    cmd_env = { PYTHONUTF8 = "1" },
    filetypes = { "case" },
    root_markers = ROOT,
    init_options = given.options,
    on_exit = on_exit,
    on_attach = on_attach,
  }
end

--- Keys that newer versions of Neovim have by themselves, for this buffer, if they mean nothing yet.
local function keys(buffer)
  local made = {
    { "K", vim.lsp.buf.hover },
    { "gd", vim.lsp.buf.definition },
    { "grn", vim.lsp.buf.rename },
    { "gra", vim.lsp.buf.code_action },
    { "grr", vim.lsp.buf.references },
    { "gO", vim.lsp.buf.document_symbol },
    { "[d", vim.diagnostic.goto_prev },
    { "]d", vim.diagnostic.goto_next },
  }
  for _, key in ipairs(made) do
    if vim.fn.mapcheck(key[1], "n") == "" then
      vim.keymap.set("n", key[1], function()
        key[2]()
      end, { buffer = buffer })
    end
  end
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
end

local clients = {}

--- Neovim 0.7 has no function that starts one server for all buffers below a folder.
local function start_once(config)
  if vim.lsp.start then
    return vim.lsp.start(config)
  end
  local id = clients[config.root_dir]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(0, id)
  end
  return id
end

--- Start the server for a buffer that holds a case, or attach it to the one that runs.
function M.start(buffer)
  local config = M.config()
  if vim.fn.executable(config.cmd[1]) == 0 then
    explain(config.cmd[1] .. ' is not installed, or not on the PATH. Run: pip install "casekit[write]"')
    return
  end
  config.root_dir = root_of(vim.api.nvim_buf_get_name(buffer))
  config.filetypes, config.root_markers = nil, nil
  if start_once(config) and wishes().keys ~= false then
    keys(buffer)
  end
end

--- Start the server for every case that is opened from now on.
function M.enable()
  if vim.lsp.enable then
    vim.lsp.enable("casekit")
    return
  end
  local group = vim.api.nvim_create_augroup("casekit", {})
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = "case",
    callback = function(event)
      M.start(event.buf)
    end,
  })
end

return M
