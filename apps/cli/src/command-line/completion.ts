import { globalOptions, UsageError, type Command } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export function completionOf(shell: string | undefined, commands: readonly Command[]): string {
  switch (shell) {
    case 'bash':
      return `${bash(commands)}\ncomplete -F _ces ces`;
    case 'zsh':
      return `autoload -Uz bashcompinit compinit\ncompinit -u\nbashcompinit\n${bash(commands)}\ncomplete -F _ces ces`;
    case 'fish':
      return fish(commands);
    default:
      throw new UsageError(`the shell must be one of ${shells.join(', ')}`);
  }
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map(({ name, options = {} }) => {
    const words = Object.keys({ ...options, ...globalOptions }).map((option) => `--${option}`);
    return `    "${name}") words="${words.join(' ')}" ;;`;
  });
  return `_ces() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "$current" in
  -*)
    local command="\${COMP_WORDS[1]}"
    case " ${twoWords(commands).join(' ')} " in *" $command-\${COMP_WORDS[2]} "*) command="$command \${COMP_WORDS[2]}" ;; esac
    case "$command" in
${cases.join('\n')}
    esac ;;
  *)
    if [ "$COMP_CWORD" -eq 1 ]; then
      words="${[...new Set(commands.map(({ name }) => name.split(' ')[0]))].join(' ')}"
    elif [ "$COMP_CWORD" -eq 2 ]; then
      case "\${COMP_WORDS[1]}" in
${groups(commands)
  .map(([first, seconds]) => `      ${first}) words="${seconds.join(' ')}" ;;`)
  .join('\n')}
      esac
    fi ;;
  esac
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi
}`;
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`;
  return commands
    .flatMap(({ name, does, options = {} }) => {
      const [first = '', second] = name.split(' ');
      const first_ = `complete -c ces -n __fish_use_subcommand -a ${first}${second === undefined ? ` -d ${quoted(does)}` : ''}`;
      const seen =
        second === undefined
          ? `__fish_seen_subcommand_from ${first}`
          : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
      return [
        first_,
        ...(second === undefined
          ? []
          : [`complete -c ces -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quoted(does)}`]),
        ...Object.entries({ ...options, ...globalOptions }).map(
          ([option, each]) => `complete -c ces -n '${seen}' -l ${option} -d ${quoted(each.does)}`,
        ),
      ];
    })
    .join('\n');
}

function twoWords(commands: readonly Command[]): string[] {
  return commands.filter(({ name }) => name.includes(' ')).map(({ name }) => name.replace(' ', '-'));
}

function groups(commands: readonly Command[]): [first: string, seconds: string[]][] {
  const found = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ');
    if (second !== undefined) found.set(first, [...(found.get(first) ?? []), second]);
  }
  return [...found];
}
