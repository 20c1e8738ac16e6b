import { SecretSealer } from '@ces/service/sealing/sealer';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { serviceProcess, type ServiceProcess } from '@ces/testing/services/service-process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IdentityStandIn } from '../../../test/identity-stand-in.js';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';

const settings = { SECRETS_KEY: randomBytes(32).toString('base64'), WEBHOOK_TIMEOUT_SECONDS: '60' };

/** Two servers that have lost each other stand for the two sides of a split network. */
describe('webhooks whose senders see different sides of a split NATS', () => {
  const paths = numbered('/p', 30);
  let world: WebhookWorld;
  let side: GuardedNats;
  let other: ServiceProcess;
  let held: Map<string, () => void>;

  beforeEach(async () => {
    // The spec's own replica has few places, so the other one takes most webhooks.
    world = await WebhookWorld.start({ ...settings, WEBHOOK_CONCURRENCY: '4' }, GuardedNats.parted());
    const { database, messaging } = world.service;
    side = await GuardedNats.parted(messaging.namespace);
    const identity = new IdentityStandIn(side, world.app.get(SecretSealer));
    identity.addClient('test');
    await identity.come();
    other = await serviceProcess('webhooks', {
      ...settings,
      DATABASE_URL: database.url,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
      ...side.settings('webhooks'),
    });
    held = new Map();
    world.receiver.behaviour = ({ path }, response) => {
      held.set(path, () => response.writeHead(200).end());
    };
    await world.registerMany(paths);
  });

  afterEach(async () => {
    letGo();
    await other.kill();
    await side.stop();
    await world.stop();
  });

  const underWay = async (): Promise<object[]> => {
    await world.transactions(['e1']);
    return eventually(async () => {
      const rows = await world.sql<{ lease_owner: string }>(
        'SELECT webhook_id, lease_owner, epoch FROM delivery WHERE lease_owner IS NOT NULL ORDER BY webhook_id',
      );
      const count = new Set(rows.map(({ lease_owner }) => lease_owner)).size;
      expect([rows.length, count]).toEqual([paths.length, 2]);
      // Each sender has as many requests under way as it may.
      expect(held.size).toBeGreaterThan(10);
      return rows;
    }, 30_000);
  };
  const leases = () => world.sql(`SELECT webhook_id, lease_owner, epoch FROM delivery ORDER BY webhook_id`);
  const letGo = (): void => {
    world.receiver.answer(200);
    for (const answer of held.values()) answer();
    held.clear();
  };
  const answerAll = async (): Promise<void> => {
    letGo();
    await eventually(async () => {
      expect(await world.sql('SELECT FROM delivery WHERE cursor = 0 OR batch_id IS NOT NULL')).toEqual([]);
    });
    for (const path of paths) expect(world.idsAt(path)).toEqual(['e1']);
  };

  it('stay with them, also when one of them loses NATS for long, and their results count', async () => {
    const before = await underWay();
    // Longer than two takeovers.
    await sleep(6_000);
    expect(await leases()).toEqual(before);
    await side.server.kill();
    // Longer than other work would stay with its replica, plus a takeover.
    await sleep(9_000);
    expect(await leases()).toEqual(before);
    await answerAll();
    await side.server.start();
  });
});
