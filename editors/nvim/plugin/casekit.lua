-- Starts the language server for every case that is opened. `vim.g.casekit = false` leaves that to you.
if vim.g.casekit ~= false then
  require("casekit").enable()
end
