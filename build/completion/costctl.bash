# bash completion for costctl. Written by npm run build.

@tables@

# Asks costctl itself: for what the service has, and for what an imported document added.
_costctl_ask() {
  local line typed=${cur//\\/}
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    [[ $line == "$typed"* ]] && COMPREPLY+=("$(printf '%q' "$line")")
  done < <("${COMP_WORDS[0]}" __complete "$1" "=$typed" "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null </dev/null)
}

# The folder of the imported documents, into imported; fails if there is none.
_costctl_imported() {
  local folder
  if [[ -n $COSTCTL_CONFIG_DIR ]]; then
    imported=$COSTCTL_CONFIG_DIR/described
    [[ -d $imported ]]
    return
  fi
  for folder in "${XDG_CONFIG_HOME:-$HOME/.config}" "$HOME/Library/Preferences" "$APPDATA"; do
    imported=$folder/costctl/described
    [[ -d $imported ]] && return
  done
  return 1
}

# The words that imported documents add after a path, into more: their imports wrote them to files.
_costctl_more() {
  local fields one
  more=
  _costctl_imported || return
  while IFS=$'\t' read -r -a fields; do
    for one in "${fields[@]:1}"; do
      one=${one%%:*}
      [[ " $more " == *" $one "* ]] || more+=" $one"
    done
  done < <(grep -h "^/$1"$'\t' "$imported"/*.words 2>/dev/null)
}

# Goes to a path of words.
_costctl_go() {
  local one
  path=$1
  _costctl_at "$path"
  _costctl_more "$path"
  # A word that a document has too is offered once.
  for one in $more; do
    words=" $words "
    words=${words/ $one / }
  done
}

# The options and arguments of an imported command are in no table: costctl itself reads the line.
_costctl_ask_line() {
  local imported
  _costctl_imported || return
  [[ $cur == '=' ]] && cur=
  _costctl_ask line
}

_costctl_offer() {
  local name list
  case $1 in
    =*)
      IFS=, read -ra list <<<"${1#=}"
      for name in "${list[@]}"; do
        [[ $name == "${cur//\\/}"* ]] && COMPREPLY+=("$(printf '%q' "$name")")
      done
      ;;
    @*) _costctl_ask "${1#@}" ;;
    file)
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$cur")
      ;;
  esac
}

_costctl() {
  local cur=${COMP_WORDS[COMP_CWORD]} path= place=0 at=1
  local word one next words aliases options arguments value lost= added more imported
  COMPREPLY=()
  _costctl_at '+'
  local shared=$options
  _costctl_at help
  local topics=$words helping=
  _costctl_go ''
  local all=$options
  while ((at < COMP_CWORD)); do
    word=${COMP_WORDS[at]}
    ((at++))
    case $word in
      -*)
        _costctl_value "$word" "$path"
        [[ -z $value ]] && continue
        # bash takes --option=value apart at the sign.
        if [[ ${COMP_WORDS[at]} == '=' ]]; then
          if ((at == COMP_CWORD)); then cur=; else ((at++)); fi
        fi
        if ((at >= COMP_CWORD)); then
          _costctl_offer "$value"
          return
        fi
        ((at++))
        ;;
      *)
        if [[ $word == help && -z $path$helping ]]; then
          helping=1
          continue
        fi
        [[ -n $lost ]] && continue
        next=
        for one in $words $more; do [[ $one == "$word" ]] && next=$one; done
        for one in $aliases; do [[ ${one%%=*} == "$word" ]] && next=${one#*=}; done
        if [[ -n $next ]]; then
          [[ " $more " == *" $next "* ]] && added=1 || added=
          _costctl_go "${path:+$path }$next"
          # A command of an imported document has nothing but options and arguments.
          [[ -n $added && -z $more ]] && lost=1
        else
          [[ -n $words$more ]] && lost=1
          ((place++))
        fi
        ;;
    esac
  done
  if [[ -n $lost ]]; then
    _costctl_ask_line
    return
  fi
  if [[ -n $helping ]]; then
    [[ -n $path ]] && topics=
    topics+=$more
    COMPREPLY=($(compgen -W "$words $topics" -- "$cur"))
    return
  fi
  if [[ $cur == -* ]]; then
    [[ $options == *+* ]] && all="$shared $all"
    COMPREPLY=($(compgen -W "${options%+} $all" -- "$cur"))
    ((${#COMPREPLY[@]})) || _costctl_ask_line
  elif [[ -n $words$more ]]; then
    COMPREPLY=($(compgen -W "$words$more" -- "$cur"))
  else
    at=0
    for one in $arguments; do
      if ((at == place)) || [[ $one == *'*' ]]; then
        _costctl_offer "${one%'*'}"
        return
      fi
      ((at++))
    done
  fi
}

complete -F _costctl costctl
