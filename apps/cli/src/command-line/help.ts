import { globalOptions, type Command } from './command.ts';

export function helpOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => titleOf(command).length));
  const lines = commands.map((command) => `  ${titleOf(command).padEnd(width)}  ${command.does}`);
  return [
    'ces: the Customer Engagement Service on the command line',
    '',
    ...lines,
    '',
    '`ces <command> --help` says more.',
  ].join('\n');
}

export function usageOf(command: Command): string {
  const options = Object.entries({ ...command.options, ...globalOptions }).map(([name, { value, does }]) => ({
    title: `--${name}${value === undefined ? '' : ` <${value}>`}`,
    does,
  }));
  const width = Math.max(...options.map(({ title }) => title.length));
  const lines = options.map(({ title, does }) => `  ${title.padEnd(width)}  ${does}`);
  return [`ces ${titleOf(command)}`, command.does, '', ...lines].join('\n');
}

function titleOf({ name, args }: Command): string {
  return args === undefined ? name : `${name} ${args}`;
}
