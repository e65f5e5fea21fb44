-- How Neovim 0.11 and newer starts the language server; `vim.lsp.config("casekit", { ... })` changes it.
return require("casekit").config()
