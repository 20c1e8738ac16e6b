import { isSuccess, type Call, type Delivery, type Entry, type Op, type Row } from './history.ts';

interface Verdict {
  promise: string;
  breaches: string[];
}

class Case {
  readonly calls: Call[];
  readonly rows: Row[];
  readonly deliveries: Delivery[];
  readonly deletionBegun = new Map<string, number>();
  readonly deletedAt = new Map<string, number>();
  private readonly accepted: Map<string, Call[]>;

  constructor(history: readonly Entry[]) {
    this.calls = history.filter((each) => each.kind === 'call');
    this.rows = history.filter((each) => each.kind === 'row');
    this.deliveries = history.filter((each) => each.kind === 'delivery').sort((a, b) => a.at - b.at);
    for (const call of this.calls.filter(({ op }) => op === 'delete-user')) {
      keepEarliest(this.deletionBegun, call.user, call.begun);
      if (isSuccess(call)) keepEarliest(this.deletedAt, call.user, call.ended);
    }
    this.accepted = Map.groupBy(this.successes('event'), ({ user }) => user);
  }

  /** The newest event of a user that was accepted before this moment. */
  lastEventBefore(user: string, moment: number): string | undefined {
    const events = this.accepted.get(user)?.filter(({ ended }) => ended < moment) ?? [];
    return events.toSorted((a, b) => Number(b.subject) - Number(a.subject))[0]?.id;
  }

  successes(op: Op): Call[] {
    return this.calls.filter((each) => each.op === op && isSuccess(each));
  }

  table(table: Row['table']): Row[] {
    return this.rows.filter((each) => each.table === table);
  }

  lives = (user: string): boolean => !this.deletionBegun.has(user);
}

export interface Terms {
  /** Whether the event of this number earns a slip. */
  rewarded: (n: number) => boolean;
  /** The tables whose rows each webhook gets. */
  webhooks: Readonly<Record<string, readonly ('ledger' | 'slip')[]>>;
}

export function judgeHistory(history: readonly Entry[], { rewarded, webhooks }: Terms): Verdict[] {
  const it = new Case(history);
  return [
    { promise: 'no answer is an error that callers did not cause', breaches: wrongAnswers(it) },
    { promise: 'a repeated request gets its first answer', breaches: contradictions(it) },
    { promise: 'each accepted event is in the log, once', breaches: eventsAmiss(it) },
    { promise: 'each logged event is in the ledger, once', breaches: effectsAmiss(it, 'ledger', () => true) },
    { promise: 'each event with a coupon has its slip, once', breaches: effectsAmiss(it, 'slip', rewarded) },
    { promise: 'each connection stands as it was answered', breaches: connectionsAmiss(it) },
    { promise: 'nothing of a deleted user is left', breaches: leftovers(it) },
    { promise: 'each transaction and slip was delivered to each webhook', breaches: undelivered(it, webhooks) },
    { promise: 'what was delivered again had the same id and bytes', breaches: alteredRepeats(it) },
    { promise: 'the ledger has the order of the events of a user', breaches: disorder(ledgerSteps(it)) },
    { promise: 'deliveries have the order of the events of a user', breaches: disorder(deliverySteps(it)) },
    { promise: 'a read shows each change that was answered before it began', breaches: staleReads(it) },
    { promise: 'the ledger that a user reads grows without gaps', breaches: brokenLedgers(it) },
  ];
}

/** 404 is right for a user whose deletion has begun. Every other fault counts. */
function wrongAnswers({ calls, deletionBegun }: Case): string[] {
  const isDue = ({ status, user, ended }: Call): boolean =>
    status === 404 && (deletionBegun.get(user) ?? Number.POSITIVE_INFINITY) < ended;
  return calls.flatMap((call) =>
    call.fault === undefined || isDue(call) ? [] : [`${nameOf(call)}: ${call.status} ${call.fault}`],
  );
}

function contradictions(it: Case): string[] {
  const ids = new Map<string, string>();
  return it.calls.filter(isSuccess).flatMap((call) => {
    if (call.id === undefined || (call.op !== 'event' && call.op !== 'make-user')) return [];
    const first = ids.get(nameOf(call)) ?? call.id;
    ids.set(nameOf(call), first);
    return first === call.id ? [] : [`${nameOf(call)}: ${first}, then ${call.id}`];
  });
}

function eventsAmiss(it: Case): string[] {
  const log = it.table('log');
  const numbers = new Map(log.map(({ id, user, subject }) => [id, `${user} ${subject}`]));
  const lost = it
    .successes('event')
    .filter(({ user, subject, id = '' }) => it.lives(user) && numbers.get(id) !== `${user} ${subject}`)
    .map((call) => `${nameOf(call)} (${call.id ?? 'no id'}) is lost`);
  return [...new Set(lost), ...doubles(log.map(({ user, subject }) => `${user} ${subject}`))];
}

function effectsAmiss(it: Case, table: 'ledger' | 'slip', isDue: (n: number) => boolean): string[] {
  const rows = it.table(table);
  const found = new Set(rows.map(({ subject }) => subject));
  const due = it.table('log').filter(({ user, subject }) => it.lives(user) && isDue(Number(subject)));
  const missing = due.filter(({ id }) => !found.has(id)).map(({ id }) => `${id} has no row`);
  const known = new Set(due.map(({ id }) => id));
  const baseless = rows.filter(({ user, subject }) => it.lives(user) && !known.has(subject));
  return [
    ...missing,
    ...baseless.map(({ id, subject }) => `${id} is for the event ${subject}, which is not due`),
    ...doubles(rows.map(({ subject }) => subject)),
  ];
}

/** Rows 5 and 6. */
function connectionsAmiss(it: Case): string[] {
  const rows = it.table('connection');
  const owners = new Map(rows.map(({ subject, user }) => [subject, user]));
  const answered = [...it.successes('make-user'), ...it.successes('connect')].map((call) => {
    return { call, user: call.op === 'connect' ? call.user : (call.id ?? '') };
  });
  const lost = answered
    .filter(({ call, user }) => it.lives(user) && owners.get(call.subject) !== user)
    .map(({ call, user }) => `${call.subject} is not ${user}`);
  return [...new Set(lost), ...doubles(rows.map(({ subject }) => subject))];
}

function leftovers(it: Case): string[] {
  return it.rows.filter(({ user }) => it.deletedAt.has(user)).map(({ table, id, user }) => `${table} ${id} of ${user}`);
}

function undelivered(it: Case, webhooks: Terms['webhooks']): string[] {
  return Object.entries(webhooks).flatMap(([webhook, tables]) => {
    const due = it.rows.filter(({ table, user }) => tables.some((each) => each === table) && it.lives(user));
    const own = it.deliveries.filter((each) => each.webhook === webhook);
    const got = new Set(own.flatMap(({ facts }) => facts.map(({ id }) => id)));
    return due.filter(({ id }) => !got.has(id)).map(({ table, id }) => `${table} ${id} did not come to ${webhook}`);
  });
}

function alteredRepeats({ deliveries }: Case): string[] {
  const first = new Map<string, Delivery>();
  const altered: string[] = [];
  for (const delivery of deliveries) {
    for (const [place, { id }] of delivery.facts.entries()) {
      if (delivery.facts.findIndex((other) => other.id === id) < place) altered.push(`${id} twice in one request`);
      const key = `${delivery.webhook} ${id}`;
      const before = first.get(key) ?? delivery;
      first.set(key, before);
      if (before.batch !== delivery.batch || before.hash !== delivery.hash)
        altered.push(`${id} came in ${before.batch} and in ${delivery.batch}`);
    }
  }
  return altered;
}

interface Step {
  line: string;
  n: number;
  what: string;
}

function ledgerSteps(it: Case): Step[] {
  return it.table('ledger').map(({ user, value = 0, id }) => ({ line: user, n: value, what: id }));
}

function deliverySteps({ deliveries }: Case): Step[] {
  const seen = new Set<string>();
  return deliveries.flatMap(({ webhook, facts }) =>
    facts.flatMap(({ user, id, value }) => {
      if (value === undefined || seen.has(`${webhook} ${id}`)) return [];
      seen.add(`${webhook} ${id}`);
      return [{ line: `${webhook} ${user}`, n: value, what: id }];
    }),
  );
}

function disorder(steps: readonly Step[]): string[] {
  const last = new Map<string, number>();
  return steps.flatMap(({ line, n, what }) => {
    const before = last.get(line) ?? 0;
    last.set(line, Math.max(before, n));
    return n > before ? [] : [`${line}: ${what} is number ${n} after ${before}`];
  });
}

function staleReads(it: Case): string[] {
  const owners = new Map<string, { user: string; at: number }>();
  for (const { op, user, id = '', subject, ended } of [...it.successes('make-user'), ...it.successes('connect')]) {
    const at = Math.min(owners.get(subject)?.at ?? ended, ended);
    owners.set(subject, { user: op === 'connect' ? user : id, at });
  }
  const stale = it.calls.filter((read) => {
    if (!read.op.startsWith('read-') || (read.status !== 404 && !isSuccess(read))) return false;
    if ((it.deletedAt.get(read.user) ?? Number.POSITIVE_INFINITY) < read.begun) return read.status !== 404;
    if (!it.lives(read.user)) return false;
    return read.status === 404 || lacks(it, read, owners);
  });
  return stale.map((read) => `${nameOf(read)}, begun ${read.begun}: ${read.status} ${read.list?.join() ?? ''}`);
}

function lacks(it: Case, read: Call, owners: Map<string, { user: string; at: number }>): boolean {
  const list = read.list ?? [];
  if (read.op === 'read-owner') return read.id !== read.user;
  if (read.op === 'read-connections')
    return [...owners].some(([owner, { user, at }]) => user === read.user && at < read.begun && !list.includes(owner));
  if (read.op !== 'read-events') return false;
  const last = it.lastEventBefore(read.user, read.begun);
  return last !== undefined && !list.includes(last);
}

/** Lists show the newest first, and each user's values count upwards from 1. */
function brokenLedgers(it: Case): string[] {
  const reads = it.successes('read-ledger').toSorted((a, b) => a.ended - b.ended);
  const shown: { user: string; ended: number; top: number }[] = [];
  return reads.flatMap((read) => {
    const values = (read.list ?? []).map(Number);
    const top = values[0] ?? 0;
    const gap = values.findIndex((value, place) => value !== top - place);
    const before = shown.filter(({ user, ended }) => user === read.user && ended < read.begun);
    const highest = Math.max(0, ...before.map((each) => each.top));
    shown.push({ user: read.user, ended: read.ended, top });
    if (gap >= 0) return [`${nameOf(read)}: ${values.slice(0, gap + 1).join()}`];
    return top < highest ? [`${nameOf(read)}: ends with ${top}, and ended with ${highest} before`] : [];
  });
}

function doubles(keys: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  return [...times].filter(([, count]) => count > 1).map(([key, count]) => `${key} is there ${count} times`);
}

function keepEarliest(map: Map<string, number>, key: string, time: number): void {
  map.set(key, Math.min(map.get(key) ?? time, time));
}

function nameOf({ op, user, subject }: Call): string {
  return `${op} ${user} ${subject}`.replaceAll('  ', ' ');
}
