import { eventually } from '@ces/testing/eventually';
import { serviceProcess, type ServiceProcess } from '@ces/testing/services/service-process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseTerms } from '../lease-terms.js';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';

/** A delivery may last so long that only the absence of its sender ends its lease within the time of a spec. */
const settings = { SECRETS_KEY: randomBytes(32).toString('base64'), WEBHOOK_TIMEOUT_SECONDS: '60' };

describe('webhooks whose sender is absent', () => {
  const paths = numbered('/p', 30);
  let world: WebhookWorld;
  let other: ServiceProcess;
  let held: Map<string, () => void>;

  beforeEach(async () => {
    // The spec's own replica has few places, so the other one takes most webhooks.
    world = await WebhookWorld.start({ ...settings, WEBHOOK_CONCURRENCY: '4' });
    const { database, messaging } = world.service;
    other = await serviceProcess('webhooks', {
      ...settings,
      DATABASE_URL: database.url,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
      ...messaging.settings('webhooks'),
    });
    held = new Map();
    world.receiver.behaviour = ({ path }, response) => {
      held.set(path, () => response.writeHead(200).end());
    };
    await world.registerMany(paths);
  });

  afterEach(async () => {
    await other.kill();
    await world.stop();
  });

  /** Lets both replicas send, and returns the paths at which the other one has a request under way. */
  const underWay = async (): Promise<string[]> => {
    await eventually(async () => {
      expect(await senders()).toHaveLength(2);
    });
    await world.transactions(['e1']);
    return eventually(async () => {
      const ours = await world.sql<{ url: string }>(
        `SELECT url FROM delivery JOIN webhook ON id = webhook_id WHERE lease_owner = $1`,
        [world.app.get(LeaseTerms).owner],
      );
      const mine = new Set(ours.map(({ url }) => new URL(url).pathname));
      const theirs = [...held.keys()].filter((path) => !mine.has(path));
      expect(theirs.length).toBeGreaterThan(0);
      return theirs;
    });
  };
  const senders = () => world.sql<{ name: string }>(`SELECT name FROM lease WHERE starts_with(name, 'sender ')`);
  const answerAll = () => {
    world.receiver.answer(200);
    for (const answer of held.values()) answer();
  };
  const arrivedTwice = (sent: string[], withinMs: number) =>
    eventually(() => {
      for (const path of sent) expect(world.idsAt(path)).toEqual(['e1', 'e1']);
    }, withinMs);

  it('are served by another sender soon after theirs has died', async () => {
    const theirs = await underWay();
    const diedAt = Date.now();
    await other.kill();
    answerAll();
    await arrivedTwice(theirs, 10_000);
    // Three seconds until they are free; claiming and sending them takes longer on a busy machine.
    expect(Date.now() - diedAt).toBeLessThan(4_500);
    await eventually(async () => {
      expect(await senders()).toHaveLength(1);
    });
  });

  it('are served by another sender within 20 s after theirs has frozen, whose results count no more', async () => {
    const theirs = await underWay();
    const frozenAt = Date.now();
    other.freeze();
    answerAll();
    await arrivedTwice(theirs, 30_000);
    expect(Date.now() - frozenAt).toBeLessThan(20_000);
    const queues = () => world.sql('SELECT webhook_id, cursor, attempt FROM delivery ORDER BY webhook_id');
    const before = await eventually(async () => {
      expect(await world.sql('SELECT FROM delivery WHERE cursor = 0 OR batch_id IS NOT NULL')).toEqual([]);
      return queues();
    });
    other.thaw();
    await eventually(async () => {
      expect(await senders()).toHaveLength(2);
    });
    expect(await queues()).toEqual(before);
    await world.transactions(['e2']);
    for (const path of theirs) await world.arrived(path, ['e1', 'e1', 'e2']);
  });

  it('stay with a sender that lives, although its lease has expired', async () => {
    const theirs = await underWay();
    await world.sql(`UPDATE lease SET expires_at = '-infinity' WHERE starts_with(name, 'sender ')`);
    await sleep(2_500);
    answerAll();
    await world.transactions(['e2']);
    for (const path of theirs) await world.arrived(path, ['e1', 'e2']);
  });
});
