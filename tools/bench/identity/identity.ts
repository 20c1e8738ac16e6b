// Tokens, logins and row 7, each beside a ceiling in the same minutes. See docs/bench.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Note } from '../all/figure.ts';
import { median } from '../median.ts';
import { withPrivateStack } from '../private-stack.ts';
import { startWorker } from '../worker.ts';
import { keepRate, saturate, type Call, type Calls } from './calls.ts';
import { clientTokens } from './client-tokens.ts';
import { argonAlone, bareNats, openTarget } from './measure-identity.ts';
import type { Crowd } from './sign-in-crowd.ts';
import type { Spin } from './spin.ts';

/** Those of which a key can be; the default comes first. */
const algorithms = ['RS256', 'ES256'];
const atOnce = 64;
const logins = 50;
const rounds = 5;
/** Seconds of sign-ins before and after the measurement, because fifty that begin at once are not a steady load. */
const warmUpSeconds = 1;

/** Returns whether row 7 slows down by less than a factor of two while 50 people sign in. */
export async function identity(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      rate: { type: 'string', default: '100' },
      tokens: { type: 'boolean', default: false },
    },
  });
  const [seconds, rate] = [Number(values.seconds), Number(values.rate)];
  if (!(seconds > 0) || !(rate > 0)) throw new Error('--seconds and --rate must be positive numbers');
  for (const algorithm of algorithms) {
    const settings = { SIGNING_ALGORITHM: algorithm };
    await withPrivateStack(settings, signal, (stack) => clientTokens(stack, seconds, signal, note));
  }
  return values.tokens || besideSignIns({ seconds, rate }, signal, note);
}

async function besideSignIns(
  { seconds, rate }: { seconds: number; rate: number },
  signal: AbortSignal,
  note: Note,
): Promise<boolean> {
  return withPrivateStack({}, signal, async (stack) => {
    const target = await openTarget(stack.describe());
    const crowd = startWorker<Crowd, Calls>(new URL('sign-in-crowd.ts', import.meta.url), signal);
    const idler = startWorker<Spin, boolean>(new URL('spin.ts', import.meta.url), signal);
    const signIn = (forSeconds: number): Promise<Calls> =>
      crowd.ask({ stack: stack.describe(), people: logins, seconds: forSeconds });
    try {
      await signIn(1);
      for (const call of [target.login, target.readUser]) await saturate(call, 8, 1);
      const alone = tell('Argon2 alone', await argonAlone(seconds));
      const signedIn = tell('logins', await saturate(target.login, logins, seconds));
      const bare = tell('bare NATS', await bareNats(stack, atOnce, seconds, signal));
      const reads = tell('row 7', await saturate(target.readUser, atOnce, seconds));
      console.log(
        `logins reach ${percent(signedIn, alone)} of Argon2 alone, row 7 ${percent(reads, bare)} of bare NATS`,
      );
      note({ work: 'sign-ins, beside Argon2 alone', value: signedIn.perSecond, unit: '/s', ceiling: alone.perSecond });
      note({ work: 'row 7, beside bare NATS', value: reads.perSecond, unit: '/s', ceiling: bare.perSecond });
      const spin = (forSeconds: number): Promise<boolean> => idler.ask({ seconds: forSeconds });
      const ratio = await slowdown(target.readUser, { signIn, spin }, rate, seconds);
      note({ work: 'p99 of row 7 beside sign-ins, by that without', value: ratio, unit: 'times' });
      return ratio < 2;
    } finally {
      await Promise.all([crowd.stop(), idler.stop()]);
      await target.close();
    }
  });
}

interface Beside {
  signIn: (seconds: number) => Promise<Calls>;
  spin: (seconds: number) => Promise<boolean>;
}

/** The loads take turns, because other load on the machine comes and goes. */
async function slowdown(readUser: Call, { signIn, spin }: Beside, rate: number, seconds: number): Promise<number> {
  const ratios: number[] = [];
  const spinning: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const calm = await keepRate(readUser, rate, seconds);
    const [spun] = await Promise.all([keepRate(readUser, rate, seconds), spin(seconds)]);
    const signingIn = signIn(seconds + 2 * warmUpSeconds);
    await sleep(warmUpSeconds * 1_000);
    const busy = await keepRate(readUser, rate, seconds);
    const signedIn = await signingIn;
    ratios.push(busy.p99 / calm.p99);
    spinning.push(spun.p99 / calm.p99);
    console.log(
      `round ${round}: row 7 at ${rate}/s ${tail(calm)}; while a core is busy with nothing ${tail(spun)}; ` +
        `while ${logins} sign in (${signedIn.perSecond.toFixed(0)}/s) ${tail(busy)}`,
    );
  }
  const ratio = median(ratios);
  console.log(
    `p99 with logins is ${ratio.toFixed(2)} of that without (median of ${rounds} rounds); ` +
      `with a core that is busy with nothing ${median(spinning).toFixed(2)}`,
  );
  return ratio;
}

function tail({ p50, p99 }: Calls): string {
  return `p50 ${ms(p50)}, p99 ${ms(p99)}`;
}

function tell(what: string, calls: Calls): Calls {
  console.log(`${what}: ${calls.perSecond.toFixed(0)}/s, ${tail(calls)}`);
  return calls;
}

function percent(part: Calls, whole: Calls): string {
  return `${((100 * part.perSecond) / whole.perSecond).toFixed(0)} %`;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
