import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger, type Attempt } from './record-attempts.ts';
import type { Report } from './report-checks.ts';
import { Gateway } from './world/ask-gateway.ts';
import type { World } from './world/start-world.ts';

const SENDERS = 40;
/** An impatient caller waits only this long after a refusal, in spite of Retry-After. */
const RETRY_MS = 20;
const PAUSE_MS = 500;
const BACK_WITHIN_MS = 5_000;
const PATIENCE_MS = 60_000;

/**
 * Kills the events service repeatedly while callers repeat refused events every 20 ms. It must be back within five
 * seconds each time: the refused calls must leave it the processor.
 */
export async function restartEvents(world: World, report: Report, random: () => number, kills: number): Promise<void> {
  const gateway = new Gateway(world.stack.describe());
  await gateway.renewToken();
  await gateway.defineEvent();
  const users = await Promise.all(Array.from({ length: SENDERS }, (_, i) => gateway.createUser(`impatient-${i}`)));
  // A replica is started again after 0.2 s each time. For the stack's own part this pause would grow with each kill.
  const events = await world.startReplica('events');
  await world.part('events').stop();
  const ledger = new Ledger();
  const over = new AbortController();
  const senders = users.map((user) => keepSending(gateway, user, ledger, over.signal));
  const backAfter: number[] = [];
  for (let n = 1; n <= kills; n += 1) {
    await gateway.renewToken();
    await sleep(1_000 + 1_000 * random());
    await events.part.kill();
    const killedAt = Date.now();
    const backAt = await firstAccepted(ledger, killedAt);
    backAfter.push(backAt - killedAt);
    console.log(`     kill ${n}: ${describeFlood(ledger.endedSince(killedAt), backAt - killedAt)}`);
  }
  over.abort();
  await Promise.all(senders);
  await gateway.close();
  await events.part.stop();
  const slow = backAfter.filter((ms) => ms > BACK_WITHIN_MS);
  const slowest = `the slowest took ${(Math.max(...backAfter) / 1_000).toFixed(1)} s`;
  report.check(
    `events was accepted again within 5 s after ${kills - slow.length} of ${kills} kills`,
    !slow.length,
    slowest,
  );
  const wrong = ledger.attempts.filter(({ outcome }) => outcome.kind !== 'accepted' && outcome.kind !== 'unavailable');
  report.check(
    `all other answers of ${ledger.attempts.length} were 503 with Retry-After`,
    !wrong.length,
    JSON.stringify(wrong[0]),
  );
}

async function keepSending(gateway: Gateway, user: string, ledger: Ledger, over: AbortSignal): Promise<void> {
  for (let n = 1; !over.aborted;) {
    const begun = Date.now();
    const outcome = await gateway.sendEvent(user, n);
    ledger.record(`${user}-${n}`, { begun, ended: Date.now(), outcome });
    if (outcome.kind === 'accepted') n += 1;
    await sleep(outcome.kind === 'accepted' ? PAUSE_MS : RETRY_MS);
  }
}

async function firstAccepted(ledger: Ledger, killedAt: number): Promise<number> {
  while (Date.now() - killedAt < PATIENCE_MS) {
    const found = ledger
      .endedSince(killedAt)
      .find(({ begun, outcome }) => begun >= killedAt && outcome.kind === 'accepted');
    if (found) return found.ended;
    await sleep(20);
  }
  throw new Error(`no event was accepted for ${PATIENCE_MS / 1_000} s after the events service was killed`);
}

function describeFlood(attempts: readonly Attempt[], ms: number): string {
  const refused = attempts.filter(({ outcome }) => outcome.kind === 'unavailable').length;
  return `back after ${(ms / 1_000).toFixed(1)} s, behind ${Math.round((refused / ms) * 1_000)} × 503 a second`;
}
