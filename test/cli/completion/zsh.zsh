# Types lines into an interactive zsh, TAB behind each, and prints what stood on the screen.
# The first parameter is a file that keeps what compinit found, the second the completion to load.
# A report key writes the edited line between << and >>.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'stty -echo rows 100 cols 120; PS1= PROMPT_EOL_MARK='
zpty -w shell "autoload -U compinit; compinit -u -d $1; source $2"
zpty -w shell 'setopt autolist no_list_ambiguous no_list_beep; LISTMAX=1000'
zpty -w shell 'report() { print -r -- "<""<$BUFFER>"">"; zle kill-whole-line }'
zpty -w shell 'zle -N report; bindkey "^T" report; print -r -- "<""<ready>"">"'
zpty -r shell screen '*<<ready>>*'
shift 2
for line in "$@"; do
  zpty -w -n shell "$line"$'\t\x14'
  zpty -r shell screen '*<<*>>*'
  print -r -- "$screen"
  print -r -- '===='
done
zpty -d shell
