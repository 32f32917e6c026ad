"""Completions for bash, zsh and fish. What the default subcommand takes is offered without its name too."""


def words_of(options):
    return " ".join(name for option in options for name in option.names)


def bash(commands):
    lines = [
        "# Completions of splash for bash.",
        "_splash() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=run options values each",
        "  COMPREPLY=()",
        "  for each in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
        "    case $each in",
        f"      {'|'.join(each.name for each in commands)}) command=$each ;;",
        "    esac",
        "    break",
        "  done",
        "  case $command:$before in",
    ]
    for command in commands:
        for option in command.named:
            if not option.takes_value:
                continue
            pattern = "|".join(f"{command.name}:{name}" for name in option.names)
            if option.words:
                lines.append(f"    {pattern}) values=\"{' '.join(option.words)}\" ;;")
            else:
                lines.append(f"    {pattern}) return ;;")
    lines += [
        "  esac",
        "  if [ -n \"$values\" ]; then",
        "    mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$word\")",
        "    return",
        "  fi",
        "  case $command in",
    ]
    for command in commands:
        lines.append(f"    {command.name}) options=\"{words_of(command.named)} --help\" ;;")
    names = " ".join(command.name for command in commands)
    lines += [
        "  esac",
        "  [ \"$COMP_CWORD\" -eq 1 ] && options=\"$options --version\"",
        "  if [[ $word == -* ]]; then",
        "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")",
        "  elif [ \"$COMP_CWORD\" -eq 1 ]; then",
        f"    mapfile -t COMPREPLY < <(compgen -W \"{names}\" -- \"$word\"; compgen -f -- \"$word\")",
        "  fi",
        "}",
        "complete -o bashdefault -o default -F _splash splash",
    ]
    return "\n".join(lines) + "\n"


def zsh(commands):
    def argument(option):
        text = option.text.replace("\\", "\\\\").replace("'", "'\\''")
        for sign in "[]:":
            text = text.replace(sign, "\\" + sign)
        values = f"({' '.join(option.words)})" if option.words else "_files"
        value = f":{option.placeholder.replace(':', ' ').replace('[', '').replace(']', '')}:{values}"
        for name in option.names:
            yield f"    '*{name}[{text}]{value if option.takes_value else ''}'"

    lines = ["#compdef splash", "", "_splash() {", "  local -a arguments", "  case $words[2] in"]
    for command in commands[1:] + commands[:1]:
        pattern = command.name if command is not commands[0] else "*"
        lines.append(f"  {pattern}) arguments=(")
        for option in command.named:
            lines += argument(option)
        lines.append("    '*:file:_files'\n  ) ;;")
    names = " ".join(command.name for command in commands)
    lines += [
        "  esac",
        f"  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then compadd -- {names}; fi",
        "  _arguments -s \"$arguments[@]\"",
        "}",
        "",
        "_splash \"$@\"",
    ]
    return "\n".join(lines) + "\n"


def fish(commands):
    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    others = " ".join(command.name for command in commands[1:])
    lines = ["# Completions of splash for fish."]
    for command in commands:
        lines.append(f"complete -c splash -n __fish_use_subcommand -a {command.name} -d {quoted(command.text)}")
        condition = (f"not __fish_seen_subcommand_from {others}" if command is commands[0]
                     else f"__fish_seen_subcommand_from {command.name}")
        for option in command.named:
            names = " ".join(("-l " if name.startswith("--") else "-s ") + name.lstrip("-")
                             for name in option.names)
            value = "" if not option.takes_value else (
                f" -x -a {quoted(' '.join(option.words))}" if option.words else " -r")
            lines.append(
                f"complete -c splash -n {quoted(condition)} {names}{value} -d {quoted(option.text)}")
    return "\n".join(lines) + "\n"
