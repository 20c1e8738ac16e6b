import { eachId } from '../../libs/messaging/src/facts/publish/several-facts.ts';
import { EVENT } from './world/ask-gateway.ts';
import type { Accepted, Ledger } from './record-attempts.ts';
import { some, type Report } from './report-checks.ts';
import { select } from './select-rows.ts';
import type { World } from './world/start-world.ts';

interface Effect {
  event_id: string;
  user_id: string;
  n: number;
  done_at: Date;
}

export function checkAnswers(
  what: string,
  { sent, accepted, attempts, replays, contradictions }: Ledger,
  report: Report,
): void {
  report.check(
    `all ${sent.size} ${what} were accepted in the end`,
    sent.size > 0 && accepted.size === sent.size,
    `${sent.size - accepted.size} were not`,
  );
  const wrong = attempts.flatMap(({ outcome }) => (outcome.kind === 'wrong' ? [outcome.what] : []));
  report.check(`${what}: no answer was a 500, nor a 503 without Retry-After`, wrong.length === 0, some(wrong));
  report.check(
    `${what}: ${replays} that were sent again got their first answer again`,
    replays > 0 && contradictions.length === 0,
    some(contradictions),
  );
}

/** The event log and the effects must fit the answers. Returns the moment of each effect, by event. */
export async function checkEvents(world: World, ledger: Ledger, report: Report): Promise<Map<string, number>> {
  const accepted = [...ledger.accepted.values()];
  await checkLog(world, accepted, report);
  const effects = await select<Effect>(world.database('faults'), 'SELECT * FROM effect ORDER BY ord');
  checkEffects(effects, accepted, report);
  checkOrder(effects, report);
  return new Map(effects.map((each) => [each.event_id, each.done_at.getTime()]));
}

async function checkLog(world: World, accepted: readonly Accepted[], report: Report): Promise<void> {
  const log = await select<{ id: string; user_id: string; data: string }>(
    world.database('events'),
    `SELECT id, user_id, data FROM event_log WHERE event_name = '${EVENT}'`,
  );
  const logged = new Map(log.map((row) => [row.id, `${row.user_id}-${(JSON.parse(row.data) as { n: number }).n}`]));
  const lost = accepted.filter(({ id, key }) => logged.get(id) !== key).map(({ key }) => key);
  report.check('each event is in the log under the id that was answered', lost.length === 0, some(lost));
  report.check(
    'the log holds nothing else',
    log.length === accepted.length && logged.size === log.length,
    `${log.length} rows, ${logged.size} ids, ${accepted.length} events`,
  );
}

function checkEffects(effects: readonly Effect[], accepted: readonly Accepted[], report: Report): void {
  const times = new Map<string, number>();
  for (const { event_id } of effects) times.set(event_id, (times.get(event_id) ?? 0) + 1);
  const missing = accepted.filter(({ id }) => !times.has(id)).map(({ key }) => key);
  const doubled = [...times].filter(([, count]) => count > 1).map(([id, count]) => `${id} ${count} times`);
  report.check('each event had its effect', missing.length === 0, some(missing));
  report.check('no effect came about twice', doubled.length === 0, some(doubled));
  report.check(
    'there is no effect without an event',
    times.size === accepted.length - missing.length,
    `${times.size} events with effects, ${accepted.length} events`,
  );
}

function checkOrder(effects: readonly Effect[], report: Report): void {
  const counters = new Map<string, number>();
  const disordered: string[] = [];
  for (const { user_id, n } of effects) {
    const before = counters.get(user_id) ?? 0;
    if (n <= before) disordered.push(`${user_id}: ${n} after ${before}`);
    counters.set(user_id, Math.max(n, before));
  }
  report.check("each user's effects came in the order of the events", disordered.length === 0, some(disordered));
}

/** Row 5: an idempotency key makes one user per account at the provider, and one fact about this user. */
export async function checkUsers(world: World, ledger: Ledger, others: number, report: Report): Promise<void> {
  const database = world.database('identity');
  const rows = await select<{ owner_id: string; user_id: string }>(
    database,
    'SELECT owner_id, user_id FROM connection',
  );
  const users = new Map(rows.map((row) => [row.owner_id, row.user_id]));
  const lost = [...ledger.accepted.values()].filter(({ key, id }) => users.get(key) !== id).map(({ key }) => key);
  report.check('each user is there under the id that was answered', lost.length === 0, some(lost));
  const [count] = await select<{ users: number; facts: number }>(
    database,
    `SELECT (SELECT count(*)::integer FROM app_user) AS users,
            (SELECT count(*)::integer FROM outbox ${eachId} WHERE subject = 'identity.user-created') AS facts`,
  );
  const expected = ledger.accepted.size + others;
  report.check(
    'there is no other user, and one fact about each',
    count?.users === expected && count.facts === expected,
    `${JSON.stringify(count)}, ${expected} expected`,
  );
}

export async function checkDeadLetters(
  world: Pick<World, 'database'>,
  databases: readonly string[],
  report: Report,
): Promise<void> {
  const found: string[] = [];
  for (const name of databases) {
    const rows = await select<{ consumer: string; error: string }>(world.database(name), 'SELECT * FROM dead_letter');
    found.push(...rows.map(({ consumer, error }) => `${consumer}: ${error}`));
  }
  report.check('nothing is a dead letter', found.length === 0, some(found));
}
