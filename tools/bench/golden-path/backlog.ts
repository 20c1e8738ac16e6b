// How fast events that have piled up are judged and delivered, and what the intake feels of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { machine } from '../report-parts.ts';
import type { Circumstances, GoldenParts } from './golden-parts.ts';
import { now, quantile, sendByTheClock, sort } from './golden-run.ts';

const calmRate = 200;
const calmSeconds = 10;
const sendersAtOnce = 128;
const giveUpMs = 600_000;

/** Returns whether each event arrived exactly once. */
export async function drain(
  { stack, world, receiver }: GoldenParts,
  { events, note, signal }: Circumstances & { events: number },
): Promise<boolean> {
  await receiver.ask({ ask: 'clear', watch: true });
  let sent = 0;
  const arrived = async (): Promise<number> => (await receiver.ask({ ask: 'counts' })).events;
  const p99OfIntake = async (seconds: number): Promise<number> => {
    const took: number[] = [];
    const send = async (value: number, due: number): Promise<void> => {
      await world.send(value);
      took.push(now() - due);
    };
    await sendByTheClock({ rate: calmRate, count: calmRate * seconds, after: sent }, send, signal);
    sent += calmRate * seconds;
    return quantile(sort(took), 0.99);
  };
  const before = await p99OfIntake(calmSeconds);
  while ((await arrived()) < sent) await sleep(100, undefined, { signal });

  const campaigns = stack.describe().processes['campaigns'] ?? 0;
  process.kill(campaigns, 'SIGSTOP');
  try {
    const last = sent + events;
    const sendOn = async (): Promise<void> => {
      while (sent < last) {
        signal.throwIfAborted();
        sent += 1;
        await world.send(sent);
      }
    };
    await Promise.all(Array.from({ length: sendersAtOnce }, sendOn));
  } finally {
    process.kill(campaigns, 'SIGCONT');
  }
  const begun = now();
  const already = await arrived();
  const waiting = sent - already;
  const meanwhile: number[] = [];
  while ((await arrived()) < already + waiting && now() < begun + giveUpMs) meanwhile.push(await p99OfIntake(2));
  const { arrivals } = await receiver.ask({ ask: 'arrivals' });
  // The events of the backlog stand before those that were sent meanwhile.
  const drainedAt = arrivals[already + waiting - 1]?.[1] ?? Infinity;
  const perSecond = (waiting * 1_000) / (drainedAt - begun);
  const during = Math.max(...meanwhile);
  while ((await arrived()) < sent && now() < begun + giveUpMs) await sleep(100, undefined, { signal });
  const all = (await receiver.ask({ ask: 'arrivals' })).arrivals.map(([value]) => value);
  const complete = all.length === sent && new Set(all).size === sent;
  console.log(`\n${machine()}\n`);
  console.log(`${waiting} events waited; ${perSecond.toFixed(0)} of them arrived in a second`);
  const costs = `p99 of the intake at ${calmRate}/s ${before.toFixed(0)} ms before, at most ${during.toFixed(0)} ms meanwhile`;
  console.log(costs);
  console.log(complete ? 'each event arrived exactly once' : 'NOT EACH EVENT ARRIVED EXACTLY ONCE');
  note({ work: `${waiting.toLocaleString('en')} rewarded events of backlog`, value: perSecond, unit: '/s', costs });
  return complete;
}
