import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  sizes: [small: number, large: number];
  seconds: number;
  rounds: number;
  connections: number;
  json: boolean;
  profile: string | undefined;
}

const help = `npm run bench -- cards [options]
  --cards <n>        in the larger measurement (10000000); the smaller one has 10000
  --seconds <n>      of each load (4)
  --rounds <n>       medians are taken of (3)
  --connections <n>  at once (32)
  --short            100000 cards, one round of 2 seconds
  --profile <dir>    also take CPU profiles of all apps, and print where gateway and cards spend their time
  --json             print figures for machines`;

export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const named = { cards: text, seconds: text, rounds: text, connections: text, short: flag, json: flag, profile: text };
  const { values } = parseArgs({ args, options: { ...named, help: flag } });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const usual = values.short ? { cards: 100_000, seconds: 2, rounds: 1 } : { cards: 10_000_000, seconds: 4, rounds: 3 };
  const large = positive('cards', values.cards, usual.cards);
  return {
    sizes: [Math.min(10_000, large), large],
    seconds: positive('seconds', values.seconds, usual.seconds),
    rounds: positive('rounds', values.rounds, usual.rounds),
    connections: positive('connections', values.connections, 32),
    json: values.json,
    profile: values.profile === undefined ? undefined : resolve(values.profile),
  };
}

function positive(name: string, text: string | undefined, usual: number): number {
  const number = text === undefined ? usual : Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} ${text ?? ''}: a whole number above 0 is needed`);
}
