import { CesError } from '@ces/sdk';
import { parseArgs } from 'node:util';
import { connect } from './session/connect.ts';
import { globalOptions, UsageError, type Command, type Context } from './command-line/command.ts';
import { commands } from './commands.ts';
import { helpOf, usageOf } from './command-line/help.ts';
import { Output, type Terminal } from './command-line/output.ts';

export interface Surroundings {
  env: NodeJS.ProcessEnv;
  io: Terminal;
  signal: AbortSignal;
}

/** The exit code: 0 done, 1 failed, 2 the installation differs from the files, 64 the command line is wrong. */
export async function runCommand(argv: readonly string[], { env, io, signal }: Surroundings): Promise<number> {
  const { command, rest } = findCommand(argv);
  const out = new Output(io, rest.includes('--json'));
  if (command === undefined) return help(argv[0], out);
  if (rest.includes('--help')) {
    out.result({ usage: command.name }, usageOf(command));
    return 0;
  }
  try {
    const { values, positionals } = parse(command, rest);
    const text = (name: string): string | undefined => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    };
    const profile = text('profile') ?? env['CES_PROFILE'];
    const onBehalfOf = text('on-behalf-of') ?? env['CES_ON_BEHALF_OF'];
    const context: Context = {
      ...{ args: positionals, env, out, signal, profile, onBehalfOf, text },
      flag: (name) => values[name] === true,
      ces: () => connect(env, profile, onBehalfOf),
    };
    return (await command.run(context)) ?? 0;
  } catch (error) {
    return explain(error, out, command);
  }
}

function findCommand(argv: readonly string[]): { command: Command | undefined; rest: readonly string[] } {
  const [first = '', second = ''] = argv;
  const two = commands.find(({ name }) => name === `${first} ${second}`);
  if (two !== undefined) return { command: two, rest: argv.slice(2) };
  return { command: commands.find(({ name }) => name === first), rest: argv.slice(1) };
}

/** All commands, or those that begin with this word. */
function help(word: string | undefined, out: Output): number {
  if (word === undefined || word === '--help' || word === 'help') {
    out.result({ commands: commands.map(({ name }) => name) }, helpOf(commands));
    return 0;
  }
  const group = commands.filter(({ name }) => name.startsWith(`${word} `));
  const message = group.length > 0 ? helpOf(group) : `There is no command ${word}. \`ces --help\` lists all.`;
  return fail(out, 64, { code: 'usage', message });
}

function parse(command: Command, rest: readonly string[]) {
  const options = Object.entries({ ...globalOptions, ...command.options }).map(([name, { value }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ]);
  try {
    const parsed = parseArgs({
      args: [...rest],
      options: Object.fromEntries(options) as Record<string, { type: 'boolean' | 'string' }>,
      allowPositionals: true,
    });
    const strange = parsed.positionals.slice(command.args?.match(/<[^>]*>|\[[^\]]*\]/g)?.length ?? 0);
    if (strange.length > 0) throw new Error(`unexpected: ${strange.join(' ')}`);
    return parsed;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function explain(error: unknown, out: Output, command: Command): number {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError)
    return fail(out, 64, { code: 'usage', message }, `${message}\n\n${usageOf(command)}`);
  if (!(error instanceof CesError)) return fail(out, 1, { code: 'failed', message });
  const { code, requestId, errors, status } = error;
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  return fail(out, 1, { code, message, status, errors, request_id: requestId }, `${code}: ${message}${request}`);
}

interface Fault extends Record<string, unknown> {
  code: string;
  message: string;
}

/** Programs read the fault on the standard output, people beside it. */
function fail(out: Output, exitCode: number, fault: Fault, text = fault.message): number {
  if (out.isJson) out.result({ error: fault }, '');
  out.remark(text);
  return exitCode;
}
