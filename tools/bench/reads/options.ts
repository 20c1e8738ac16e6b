import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rows, type Row } from './rows.ts';

export interface Options {
  rows: Row[];
  users: number;
  seconds: number;
  rounds: number;
  connections: number;
  profile: string | undefined;
}

const help = `npm run bench -- reads [options]
  --row <n>          only this row of the specification; may be given several times
  --users <n>        with connections, cards and opt-ins (5000)
  --seconds <n>      of each load (2)
  --rounds <n>       medians are taken of (3)
  --connections <n>  at once (32)
  --short            500 users, one round of 0.4 seconds
  --profile <dir>    also take CPU profiles of all apps, and print where gateway, identity and cards spend their time`;

export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: {
      row: { type: 'string', multiple: true },
      ...{ users: text, seconds: text, rounds: text, connections: text, profile: text, short: flag, help: flag },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const usual = values.short ? { users: 500, seconds: 0.4, rounds: 1 } : { users: 5_000, seconds: 2, rounds: 3 };
  return {
    rows: rows.filter(({ number }) => values.row?.includes(String(number)) ?? true),
    users: positive('users', values.users, usual.users),
    seconds: positive('seconds', values.seconds, usual.seconds),
    rounds: positive('rounds', values.rounds, usual.rounds),
    connections: positive('connections', values.connections, 32),
    profile: values.profile === undefined ? undefined : resolve(values.profile),
  };
}

function positive(name: string, text: string | undefined, usual: number): number {
  const number = text === undefined ? usual : Number(text);
  if (number > 0) return number;
  throw new Error(`--${name} ${text ?? ''}: a number above 0 is needed`);
}
