import type { Ces } from '@ces/sdk';
import type { Output } from './output.ts';

export interface Option {
  /** Absent: it is a flag. */
  value?: string;
  does: string;
}

export interface Command {
  /** One or two words. */
  name: string;
  /** `<user> [json]`: those in brackets may be left out. */
  args?: string;
  does: string;
  options?: Readonly<Record<string, Option>>;
  /** The exit code; 0 without one. */
  run(context: Context): Promise<number> | Promise<void>;
}

export const globalOptions: Readonly<Record<string, Option>> = {
  json: { does: 'JSON for pipes' },
  profile: { value: 'name', does: 'another profile than the current one (CES_PROFILE)' },
  'on-behalf-of': { value: 'client', does: 'the client for which you act as an operator (CES_ON_BEHALF_OF)' },
  help: { does: 'this text' },
};

/** The command line was wrong: exit code 64, and the usage. */
export class UsageError extends Error {}

/** A command works with this. */
export interface Context {
  args: readonly string[];
  env: Readonly<NodeJS.ProcessEnv>;
  out: Output;
  signal: AbortSignal;
  profile: string | undefined;
  /** The client for which an operator acts. */
  onBehalfOf: string | undefined;
  /** The client of the chosen profile. */
  ces(): Ces;
  text(option: string): string | undefined;
  flag(option: string): boolean;
}

export function needed(context: Context, index: number, name: string): string {
  const found = context.args[index];
  if (found === undefined) throw new UsageError(`${name} is missing`);
  return found;
}

export function neededOption(context: Context, name: string): string {
  const found = context.text(name);
  if (found === undefined) throw new UsageError(`--${name} is missing`);
  return found;
}
