-- What the steps of a test are written with. Whatever fails ends Neovim with status 1 and says why.
local told = io.open(os.getenv("TOLD"), "a")

function tell(name, value)
  told:write(vim.fn.json_encode({ name, value == nil and vim.NIL or value }), "\n")
end

-- Wait until something holds, for five minutes at most.
function wait_for(what, holds)
  if not vim.wait(300000, holds, 20) then
    error("waited in vain for " .. what .. ": " .. vim.inspect(findings()))
  end
end

-- Type keys as a person does.
function type_keys(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "tx", false)
end

function findings()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    found[#found + 1] = { code = each.code, line = each.lnum + 1, column = each.col, message = each.message }
  end
  return found
end

function has(code)
  for _, each in ipairs(findings()) do
    if each.code == code then
      return each
    end
  end
end

-- Go to a finding and take the first quick fix whose title has these words.
function fix(code, words)
  local place = has(code)
  vim.api.nvim_win_set_cursor(0, { place.line, place.column })
  local titles, taken = {}, false
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      local title = options.format_item(item)
      titles[#titles + 1] = title
      if not taken and title:find(words, 1, true) then
        taken = true
        choose(item)
      end
    end
  end
  vim.lsp.buf.code_action()
  wait_for("a quick fix with " .. words, function()
    return #titles > 0
  end)
  tell("titles", titles)
  assert(taken, vim.inspect(titles))
end

local done, why = pcall(dofile, os.getenv("STEPS"))
told:close()
if not done then
  io.stderr:write(tostring(why), "\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
