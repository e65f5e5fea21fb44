" Cases and puzzles of casekit. The language server colours names by what they mean, if the editor can show that
" (Neovim 0.9 and newer); this is enough to read by without it.
if exists('b:current_syntax')
  finish
endif
syntax sync fromstart

" Headers, before the first heading.
syntax match caseField /^\a[A-Za-z0-9_-]*\ze\s*:/ contained
syntax region caseHeader start=/\%^/ end=/^\ze\s*==\s/ contains=caseField,caseComment keepend

" Prose, with what is marked in it.
syntax match caseTodo /\<TODO\>/ containedin=ALL
syntax match caseEscape /\\[^A-Za-z0-9_[:space:]]/
syntax region caseStrong start=/\*\*\S\@=/ end=/\*\*/ end=/^\s*$/ oneline
syntax region caseEmphasis start=/\*[^*[:space:]]\@=/ end=/\*/ end=/^\s*$/

" Headings.
syntax match caseHeading /^\s*==\s.*$/ contains=caseComment

" Lines of logic: statements everywhere, and every line of some blocks. They go on over lines that are indented further.
syntax cluster caseLogic contains=caseComment,caseQuotation,caseQuantifier,caseWord,caseBuiltin,caseNumber,caseName,caseForeign
syntax match caseTilde /^\s*\~/ contained
syntax match caseModifier /\%(^\s*\~\s*\)\@<=\%(lie\|hint\|shown\)\>-\@!/ contained
syntax match caseModifier /^\s*common\>\ze\s\+[[:alpha:](]/ contained
syntax match caseSource /\<\%(says\|by\)\>-\@!/ contained
syntax region caseStatement start=/^\z(\s*\)\~/ skip=/\n\z1\s\+\S/ end=/$/ keepend contains=@caseLogic,caseTilde,caseModifier,caseSource
syntax region caseRules start=/^\s*==\s\+rules\>/ end=/^\ze\s*==\s/ keepend contains=caseHeading,caseModifier,caseMove,@caseLogic
syntax region caseTruth start=/^\s*==\s\+truth\>/ end=/^\ze\s*==\s/ keepend contains=caseHeading,@caseLogic
syntax region caseFacts start=/^\s*==\s\+facts\>/ end=/^\ze\s*==\s/ keepend contains=caseHeading,caseDeclaration,caseType,@caseLogic
syntax region caseTerms start=/^\s*==\s\+terms\>/ end=/^\ze\s*==\s/ keepend contains=caseHeading,caseAnswer,caseComment,caseQuotation
syntax region casePlay start=/^\s*==\s\+\%(players\|seat\|play\|roles\)\>/ end=/^\ze\s*==\s/ keepend contains=caseHeading,caseStatement,caseQuotation,caseMove,caseOutcome,caseNumber,caseName,caseComment
syntax match caseDeclaration /^\s*\%(type\|group\)\>\ze\s\+\k\+\s*:/ contained
syntax match caseDeclaration /\<clock\>\ze\s\+\d/ contained
syntax keyword caseType suspect person location zone contained
syntax match caseAnswer /^\s*\%(motive\|method\)\>/ contained
syntax match caseMove /\<\%(murderers\|attempt\|night\|dawn\|says\|vote\|hanged\|murderer\|witness\|marker\|replace\|solves\|names\|suggests\|accuses\|takes\|draws\|asks\|mass\|suspicion\|alibi\|shambles\|looks\|swaps\|exchanges\|returns\|reveals\|nights\|stays\|visits\|for\|abstains\|by\|passes\|shows\|about\|how\|whether\|is\|of\|and\|gives\|receives\)\>/ contained
syntax match caseOutcome /\%(:\s*\)\@<=\%(every\|meets\|nobody\|innocent\|murderer\|to kill\|accomplice\|witness\|yes\|no\|right\|wrong\|from\|silence\|many\|dominican\|franciscan\|benedictine\|novice\|brother\|father\|bearded\|shaven\|hooded\|bareheaded\|fat\|thin\|suspects\|cleared\|has\|none\|at\|all\|but\|with\|to\)\>/ contained

syntax match caseQuantifier /\<\%(every\|some\|no\|exactly\|at\s\+least\|at\s\+most\|all\s\+different\|for\)\>-\@!/ contained
syntax match caseWord /\<\%(iff\|implies\|or\|and\|not\|in\|to\|except\|min\)\>-\@!/ contained
syntax match caseBuiltin /\<\%(culprit\|murderer\|means\|evidence\|victim\|nobody\|none\)\>-\@!/ contained
syntax match caseBuiltin /\<\%(zone\|steps\|just_before\)\>\ze(/ contained
syntax match caseNumber /\<\d\{1,2}:\d\d\>\|\<\d\+\>/ contained
syntax match caseName /\<\u[[:upper:]0-9_]\+\>-\@!/ contained
syntax match caseForeign /&&\|||\|<->\|<=>\|->\|=>\|==\|<>/ contained
syntax region caseQuotation start=/"/ skip=/\\./ end=/"/ contained

syntax match caseComment /^\s*\/\/.*$/ contains=caseSilence
syntax match caseComment /\/\/.*$/ contained contains=caseSilence
syntax match caseSilence /casekit\s*:\s*allow\s\+\%(CK\|\u[[:upper:]-]*-\)\d\{3}/ contained

highlight default link caseField Identifier
highlight default link caseHeading Title
highlight default link caseTodo Todo
highlight default link caseEscape SpecialChar
highlight default caseStrong term=bold cterm=bold gui=bold
highlight default caseEmphasis term=italic cterm=italic gui=italic
highlight default link caseTilde Statement
highlight default link caseModifier StorageClass
highlight default link caseSource Keyword
highlight default link caseDeclaration Structure
highlight default link caseType Type
highlight default link caseAnswer Type
highlight default link caseMove Keyword
highlight default link caseOutcome Constant
highlight default link caseQuantifier Repeat
highlight default link caseWord Operator
highlight default link caseBuiltin Constant
highlight default link caseNumber Number
highlight default link caseName Constant
highlight default link caseForeign Error
highlight default link caseQuotation String
highlight default link caseComment Comment
highlight default link caseSilence SpecialComment

let b:current_syntax = 'case'
