autocmd BufRead,BufNewFile *.case setfiletype case
