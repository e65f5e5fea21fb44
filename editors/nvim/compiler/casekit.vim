" `:make` checks the case in front, and its findings are in the list of `:copen`.
if exists('current_compiler')
  finish
endif
let current_compiler = 'casekit'

CompilerSet makeprg=casekit\ check\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror[CK%n\ %*[^]]]:\ %m,%f:%l:%c:\ %tarning[CK%n\ %*[^]]]:\ %m,%f:%l:%c:\ %tote[CK%n\ %*[^]]]:\ %m,%-G%.%#
