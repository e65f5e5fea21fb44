" Cases: comments, names with hyphens, lines that are wrapped between words, :make.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s comments=://
setlocal formatoptions-=t formatoptions+=croql
setlocal iskeyword+=-
setlocal wrap linebreak
setlocal expandtab shiftwidth=4
setlocal suffixesadd=.case
compiler casekit

let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< iskeyword< wrap< linebreak< expandtab<'
      \ . ' shiftwidth< suffixesadd< makeprg< errorformat<'
