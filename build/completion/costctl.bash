# bash completion for costctl. Written by npm run build.

@tables@

# The words of the line, into line: bash takes words apart at colons and signs. What it completes of the last
# one comes after lead.
_costctl_read_line() {
  local word before
  line=()
  last=-1
  for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    before=
    ((last >= 0)) && before=${line[last]}
    lead=
    # A sign after an option comes before its value.
    if [[ -n $word && $word != -* && -n $before && $before != '=' ]] &&
      [[ $word == :* || $before == *: || ($before != -* && ($word == '=' || $before == *=)) ]]; then
      lead=$before
      line[last]=$before$word
    else
      ((++last))
      line[last]=$word
    fi
    [[ -n $lead && $word == [:=]* ]] && lead+=$word
  done
  cur=${line[last]}
}

# Offers a value that begins with what has been typed.
_costctl_add() {
  [[ $1 == "${cur//\\/}"* ]] && COMPREPLY+=("$(printf '%q' "${1#"${lead//\\/}"}")")
}

# Asks costctl itself: for what the service has, and for what an imported document added.
_costctl_ask() {
  local one
  while IFS= read -r one; do
    _costctl_add "${one%%$'\t'*}"
  done < <("${line[0]}" __complete "$1" "=${cur//\\/}" "${line[@]:1:last-1}" 2>/dev/null </dev/null)
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
  # The first word of a list needs no program.
  [[ $cur == *,* ]] || set -- "${1/#@=/=}"
  case $1 in
    =*)
      IFS=, read -ra list <<<"${1#=}"
      for name in "${list[@]}"; do _costctl_add "$name"; done
      ;;
    @*) _costctl_ask "${1#@}" ;;
    file)
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do COMPREPLY+=("${name#"$lead"}"); done < <(compgen -f -- "$cur")
      ;;
  esac
}

_costctl() {
  local cur lead last path= place=0 at=1
  local word one next words aliases options arguments value lost= added more imported
  local -a line
  COMPREPLY=()
  _costctl_read_line
  _costctl_at '+'
  local shared=$options
  _costctl_at help
  local topics=$words helping=
  _costctl_go ''
  local all=$options
  while ((at < last)); do
    word=${line[at]}
    ((at++))
    case $word in
      -*)
        _costctl_value "$word" "$path"
        [[ -z $value ]] && continue
        # bash takes --option=value apart at the sign.
        if [[ ${line[at]} == '=' ]]; then
          if ((at == last)); then cur=; else ((at++)); fi
        fi
        if ((at >= last)); then
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
