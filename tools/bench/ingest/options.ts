import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  seconds: number;
  rounds: number;
  users: number;
  /** The number of processes of each app. */
  replicas: number;
  /** Numbers of connections for the saturating load; the better one is used. */
  connections: number[];
  /** The rate of the calm load. Without it, 70 % of the maximum. */
  rate: number | undefined;
  /** Runs everything on one core. */
  oneCore: boolean;
  /** Runs beside a process that keeps a core busy. */
  busyCore: boolean;
  json: boolean;
  profile: string | undefined;
}

const help = `npm run bench -- ingest [options]
  --seconds <n>      of each load (6)
  --rounds <n>       medians are taken of (3)
  --connections <n>  of the saturating load (the better of 64 and 128)
  --rate <n>         events a second of the latency load (70 % of the maximum)
  --users <n>        (10000); more than that are written straight into the tables
  --replicas <n>     of each app (1)
  --one-core         runs everything on one core
  --busy-core        runs beside a process that keeps a core busy
  --profile <dir>    also take CPU profiles of all apps, and print where gateway and events spend their time
  --json             print figures for machines`;

export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const named = {
    seconds: text,
    rounds: text,
    users: text,
    replicas: text,
    connections: text,
    rate: text,
    'one-core': flag,
    'busy-core': flag,
    json: flag,
    profile: text,
  };
  const { values } = parseArgs({ args, options: { ...named, help: flag } });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  return {
    seconds: positive('seconds', values.seconds ?? '6'),
    rounds: positive('rounds', values.rounds ?? '3'),
    users: positive('users', values.users ?? '10000'),
    replicas: positive('replicas', values.replicas ?? '1'),
    connections: values.connections === undefined ? [64, 128] : [positive('connections', values.connections)],
    rate: values.rate === undefined ? undefined : positive('rate', values.rate),
    oneCore: values['one-core'],
    busyCore: values['busy-core'],
    json: values.json,
    profile: values.profile === undefined ? undefined : resolve(values.profile),
  };
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} ${text}: a whole number above 0 is needed`);
}
