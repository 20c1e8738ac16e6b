import { Ces } from '@ces/sdk';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../../libs/local-stack/src/stack.ts';

const callers = 16;
/** Kills follow until one has come between a change and its answer, which the first one does as a rule. */
const mostKills = 8;

interface Done {
  name: string;
  user: string;
  event: string;
  batch: string[];
  coupon: string;
  stack: string;
  campaign: string;
}
/** How many changes that are: a user, four events, a coupon, a stack and a campaign. */
const changes = 8;

/** The sdk calls while the gateway is killed, again and again. Returns what was seen; throws if anything happened twice or was lost. */
export async function killGateway(stack: Stack): Promise<string> {
  const { base_url: baseUrl, admin } = stack.describe();
  const seen = { cut: 0, replayed: 0 };
  const watched: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init).catch((error: unknown) => {
      seen.cut += 1;
      throw error;
    });
    if (answer.headers.has('idempotent-replayed')) seen.replayed += 1;
    return answer;
  };
  const credentials = { baseUrl, clientId: admin.id, clientSecret: admin.secret };
  // A busy machine takes its time to start a gateway.
  const ces = new Ces({ ...credentials, fetch: watched, maxRetries: 40 });
  const event = `killed-${crypto.randomUUID()}`;
  await ces.events.define(event, { properties: { n: { type: 'integer' } } });
  const done: Done[] = [];
  let isOver = false;
  const calling = Promise.all(
    Array.from({ length: callers }, async () => {
      while (!isOver) done.push(await oneOfEach(ces, event));
    }),
  );
  let kills = 0;
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isOver && !isSo()) await sleep(5);
  };
  const killing = async (): Promise<void> => {
    while (!isOver && seen.replayed === 0 && kills < mostKills) {
      const before = done.length;
      await until(() => done.length >= before + 2);
      await stack.part('gateway').kill();
      kills += 1;
      await until(() => seen.replayed > 0 || done.length >= before + 2 + 2 * callers);
    }
    isOver = true;
  };
  try {
    await Promise.all([calling, killing()]);
  } finally {
    isOver = true;
  }
  if (seen.cut === 0 || seen.replayed === 0) throw new Error('no kill came between a change and its answer');
  const calm = new Ces(credentials);
  await Promise.all(done.map((each) => demandOneOfEach(calm, each)));
  return `${kills} kill(s) cut ${seen.cut} calls, of which ${seen.replayed} were done already; ${changes * done.length} changes happened once`;
}

async function oneOfEach(ces: Ces, event: string): Promise<Done> {
  const name = crypto.randomUUID();
  const { user_id: user } = await ces.users.ensure('demo', name);
  const { id } = await ces.events.send(user, event, { n: 0 });
  const items = [1, 2, 3].map((n) => ({ user_id: user, event_name: event, data: { n } }));
  const batch = (await ces.events.sendMany(items).all()).map((result) => result.event?.id ?? '');
  const coupon = (await ces.coupons.create({ title: name, generate: { count: 3 } })).id;
  const stack = (await ces.stacks.create({ name })).id;
  const effects = [{ type: 'transaction' as const, stack_id: stack, value: 1 }];
  const campaign = (await ces.campaigns.create({ name, trigger: { event_name: event }, effects })).id;
  return { name, user, event: id, batch, coupon, stack, campaign };
}

async function demandOneOfEach(ces: Ces, { name, user, event, batch, coupon, stack, campaign }: Done): Promise<void> {
  const lists = [
    ['events', ces.events.ofUser(user), [event, ...batch].reverse()],
    ['coupons', ces.coupons.list({ q: name }), [coupon]],
    ['stacks', ces.stacks.list({ q: name }), [stack]],
    ['campaigns', ces.campaigns.list({ q: name }), [campaign]],
  ] as const;
  for (const [what, list, expected] of lists) {
    const found: string[] = [];
    for await (const { id } of list) found.push(id);
    if (found.join() !== expected.join())
      throw new Error(`${what} of ${name}: expected ${expected.join()}, found ${found.join()}`);
  }
}
