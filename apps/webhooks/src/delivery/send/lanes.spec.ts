import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import { userErased } from '@ces/contracts/identity/erasure';
import type { NewWebhook } from '@ces/contracts/webhooks/webhooks';
import { eventually } from '@ces/testing/eventually';
import type { ServerResponse } from 'node:http';
import { ClaimStore } from '../claim/claim.store.js';
import { LeaseTerms } from '../lease-terms.js';
import { allPaces } from './pace.js';
import { laneCount, laneOf } from '../../log/lane-of-user.js';
import type { Received } from '../../../test/receiver.js';
import { numbered, transaction, WebhookWorld } from '../../../test/webhook-world.js';

/** Users of different lanes. */
const users = [...Map.groupBy(numbered('user', 400), laneOf).values()].flatMap(([first]) => first ?? []);
const [bad = '', good = '', other = '', erased = ''] = users;

describe('a webhook with lanes', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
    world.later(0);
  });

  const laned = async (path: string, lanes: number, more: Partial<NewWebhook> = {}): Promise<string> => {
    const { id } = await world.register(path, more);
    expect(await world.change(id, { lanes })).toMatchObject({ lanes });
    return id;
  };
  const tell = (entries: [id: string, user: string][]) =>
    world.tell(
      transactionCreated,
      entries.map(([id, user]) => transaction(id, user)),
    );
  const idsOf = (path: string, user: string): unknown[] =>
    world.receiver
      .at(path)
      .flatMap(({ events }) => events.flatMap(({ data }) => (data['user_id'] === user ? [data['id']] : [])));
  const arrived = (path: string, user: string, ids: string[]) =>
    eventually(() => {
      expect(idsOf(path, user)).toEqual(ids);
    });
  const holds = ({ events }: Received, user: string) => events.some(({ data }) => data['user_id'] === user);
  /** Fails what holds an event of this user. */
  const failFor = (user: string, status: number) => {
    world.receiver.behaviour = (received, response) => response.writeHead(holds(received, user) ? status : 204).end();
  };
  const positions = async (id: string) => {
    const [row] = await world.sql<{ cursor: string; scanned: string | null; head: string; lanes: number }>(
      `SELECT d.cursor, d.scanned, h.position AS head, (SELECT count(*)::integer FROM lane WHERE webhook_id = $1) AS lanes
         FROM delivery d, log_head h WHERE d.webhook_id = $1 AND h.name = 'transaction-created'`,
      [id],
    );
    return row;
  };
  const failures = (id: string, count: number) =>
    eventually(async () => {
      expect((await world.details(id)).queue.failures).toBe(count);
    });

  it('has as many requests under way as it allows, and keeps the order of each user', async () => {
    await laned('/wide', 3);
    const open: ServerResponse[] = [];
    let most = 0;
    world.receiver.behaviour = (_, response) => {
      open.push(response);
      most = Math.max(most, open.length);
    };
    const eight = users.slice(0, 8);
    await tell(eight.map((user) => [`${user}-0`, user]));
    await eventually(() => {
      expect(open).toHaveLength(3);
    });
    for (let round = 1; round <= 3; round += 1) await tell(eight.map((user) => [`${user}-${round}`, user]));
    world.receiver.behaviour = (_, response) => {
      open.push(response);
      most = Math.max(most, open.length);
      setImmediate(() => open.splice(open.indexOf(response), 1)[0]?.writeHead(204).end());
    };
    for (const response of open.splice(0)) response.writeHead(204).end();
    for (const user of eight)
      await arrived(
        '/wide',
        user,
        [0, 1, 2, 3].map((round) => `${user}-${round}`),
      );
    expect(most).toBe(3);
  });

  it('holds nobody else while a lane waits, does not read its events again, and retries the same batch', async () => {
    const id = await laned('/held', 2);
    // The clock stands still, so the retry is not due however long this takes.
    world.later(-60_000);
    failFor(bad, 500);
    await tell([
      ['b1', bad],
      ['g1', good],
    ]);
    await arrived('/held', good, ['g1']);
    await failures(id, 1);
    await tell([
      ['b2', bad],
      ['g2', good],
      ['o1', other],
    ]);
    await arrived('/held', good, ['g1', 'g2']);
    await arrived('/held', other, ['o1']);
    expect((await world.details(id)).queue).toMatchObject({ failures: 1, next_attempt_at: expect.any(String) });
    // The others have passed it, and the next claim begins behind what they have seen.
    await eventually(async () => {
      const now = await positions(id);
      expect(Number(now?.scanned)).toBeGreaterThanOrEqual(Number(now?.head));
      expect(Number(now?.cursor)).toBeLessThan(Number(now?.head));
    });
    expect((await world.details(id)).queue.waiting).toBe(2);
    const { owner } = world.app.get(LeaseTerms);
    await eventually(async () => {
      expect(await world.sql('SELECT FROM delivery WHERE lease_owner = $1', [owner])).toEqual([]);
    });
    expect(await world.app.get(ClaimStore).claim({ from: [...allPaces], full: [], limit: 10 }, [])).toEqual([]);
    world.receiver.answer(204);
    world.later(6_500);
    await arrived('/held', bad, ['b1', 'b1', 'b2']);
    const [first, second] = world.receiver.at('/held').filter((each) => holds(each, bad));
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(idsOf('/held', good)).toEqual(['g1', 'g2']);
  });

  it('halves and sets aside in the lane of the culprit only', async () => {
    const id = await laned('/culprit', 4);
    await world.disable(id);
    await tell([
      ['c1', bad],
      ['c2', bad],
      ['n1', good],
    ]);
    world.receiver.behaviour = ({ events }, response) =>
      response.writeHead(events.some(({ data }) => data['id'] === 'c1') ? 413 : 204).end();
    await world.enable(id);
    await arrived('/culprit', good, ['n1']);
    await eventually(async () => {
      expect((await world.setAside(id)).map(({ data }) => data)).toEqual([transaction('c1', bad)]);
    });
    await arrived('/culprit', bad, ['c1', 'c2', 'c1', 'c2']);
    expect((await world.resendSetAside(id)).map(({ outcome }) => outcome)).toEqual(['failed']);
  });

  it('shows when the lane goes on whose receiver asks for a pause before the halves of a batch', async () => {
    const id = await laned('/pauses', 4);
    await world.disable(id);
    await tell([
      ['u1', bad],
      ['u2', bad],
      ['v1', good],
    ]);
    world.receiver.behaviour = (received, response) =>
      response.writeHead(holds(received, bad) ? 413 : 204, { 'Retry-After': '3600' }).end();
    await world.enable(id);
    await arrived('/pauses', good, ['v1']);
    await eventually(async () => {
      const shown = { waiting: 2, failures: 0, next_attempt_at: expect.any(String) as string };
      expect((await world.details(id)).queue).toMatchObject(shown);
    });
  });

  it('is disabled as a whole, keeps its events, and goes on when it is enabled', async () => {
    const id = await laned('/gone', 4);
    failFor(bad, 410);
    await tell([
      ['x1', bad],
      ['y1', good],
    ]);
    await eventually(async () => {
      expect((await world.details(id)).state).toBe('disabled');
    });
    world.receiver.answer(204);
    await tell([
      ['x2', bad],
      ['y2', good],
    ]);
    await world.enable(id);
    await arrived('/gone', bad, ['x1', 'x1', 'x2']);
    await eventually(() => {
      expect(idsOf('/gone', good).filter((each) => each === 'y2')).toEqual(['y2']);
    });
  });

  it('replays the events since a moment, each user in order', async () => {
    const id = await laned('/again', 4);
    await tell([['before', good]]);
    await arrived('/again', good, ['before']);
    const since = new Date().toISOString();
    await tell([
      ['r1', bad],
      ['r2', good],
      ['r3', bad],
    ]);
    await arrived('/again', bad, ['r1', 'r3']);
    await world.replay(id, since);
    await arrived('/again', bad, ['r1', 'r3', 'r1', 'r3']);
    await arrived('/again', good, ['before', 'r2', 'r2']);
  });

  it('forgets an erased user while the lane waits, and nothing else', async () => {
    const id = await laned('/erased', 4);
    failFor(erased, 500);
    await tell([
      ['e1', erased],
      ['f1', good],
    ]);
    await failures(id, 1);
    await world.tell(userErased, [{ user_id: erased }]);
    await eventually(async () => {
      expect((await world.details(id)).queue.waiting).toBe(0);
    });
    world.receiver.answer(204);
    world.later(6_500);
    await tell([['f2', good]]);
    await arrived('/erased', good, ['f1', 'f2']);
    expect(idsOf('/erased', erased)).toEqual(['e1']);
  });

  it('sends the frozen batches of a sender that died again, with the same ids', async () => {
    const id = await laned('/died', 4);
    const held = world.receiver.hold('/died');
    await tell([
      ['d1', bad],
      ['d2', good],
    ]);
    await eventually(() => {
      expect(held.paths).toHaveLength(2);
    });
    // Stands for another sender: the results of this one count no more.
    await world.sql(
      'UPDATE delivery SET epoch = epoch + 1, lease_owner = NULL, lease_until = now() WHERE webhook_id = $1',
      [id],
    );
    world.later(0);
    await eventually(() => {
      expect(held.paths).toHaveLength(4);
    });
    held.letGo();
    await tell([['d3', bad]]);
    await arrived('/died', bad, ['d1', 'd1', 'd3']);
    const ids = world.receiver
      .at('/died')
      .slice(0, 4)
      .map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
  });

  it('gets and loses its lanes while events come and a batch fails: nothing is lost, doubled or out of order', async () => {
    const { id } = await world.register('/changed');
    await tell([['q1', good]]);
    await arrived('/changed', good, ['q1']);
    await world.change(id, { lanes: 2 });
    failFor(bad, 500);
    await tell([['p1', bad]]);
    await failures(id, 1);
    await tell([
      ['p2', bad],
      ['q2', good],
    ]);
    await arrived('/changed', good, ['q1', 'q2']);
    // One queue again: later events wait until the lane that fails has come to the others.
    await world.change(id, { lanes: 1 });
    await tell([
      ['p3', bad],
      ['q3', good],
    ]);
    world.receiver.answer(204);
    world.later(60_000);
    await arrived('/changed', good, ['q1', 'q2', 'q3']);
    await eventually(() => {
      expect(idsOf('/changed', bad).slice(-3)).toEqual(['p1', 'p2', 'p3']);
    });
    await eventually(async () => {
      expect(await positions(id)).toMatchObject({ scanned: null, lanes: 0 });
    });
    await world.change(id, { lanes: 16 });
    await tell([
      ['p4', bad],
      ['q4', good],
    ]);
    await arrived('/changed', good, ['q1', 'q2', 'q3', 'q4']);
    expect(idsOf('/changed', bad).slice(-2)).toEqual(['p3', 'p4']);
    expect(await positions(id)).toMatchObject({ lanes: laneCount });
  });
});
