import type { ClientWithSecret } from '@ces/contracts/identity/clients';
import { eventually } from '@ces/testing/eventually';
import type { Platform } from '../../../../../e2e/platform/platform.js';
import { Receiver } from '../../../test/receiver.js';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';

/** More than a process delivers to at once of those that are new to it. */
const crowd = 300;

describe('places among those that are delivered to at once', () => {
  let platform: Platform;
  let world: WebhookWorld;
  let elsewhere: Receiver;
  let hold: ReturnType<Receiver['hold']>;

  beforeAll(async () => {
    // Nothing that is held here ends by itself.
    world = await WebhookWorld.start({ WEBHOOK_TIMEOUT_SECONDS: '60' });
    ({ platform } = world);
    elsewhere = await Receiver.start('127.0.0.2');
  }, 60_000);

  beforeEach(() => {
    hold = world.receiver.hold('/hung');
  });

  afterEach(async () => {
    hold.letGo();
    await eventually(() => world.sql('DELETE FROM webhook'));
  });

  afterAll(async () => {
    await world.stop();
    await elsewhere.stop();
  });

  const addClient = async (name: string) => {
    const made = await platform.api.post('/api/1/admin/clients', { name, scopes: ['webhooks'] });
    return made.body as ClientWithSecret;
  };

  /** So many wait for an answer, and no more than that may. */
  const held = (count: number) =>
    eventually(() => {
      expect(hold.paths).toHaveLength(count);
    });

  it('are not all taken by one client whose receivers hang, not even at their host', async () => {
    const paths = numbered('/hung', crowd);
    await world.registerMany(paths);
    await world.register('/beside', {}, await platform.api.as(await addClient('Beside')));
    await world.transactions(['beside']);
    await world.arrived('/beside', ['beside']);
    await held(16);
    hold.letGo();
    await eventually(() => {
      expect(paths.filter((path) => world.receiver.at(path).length !== 1)).toEqual([]);
    });
  }, 60_000);

  it('are not all taken by one host that hangs, whoever has registered it', async () => {
    for (const name of ['A', 'B', 'C'])
      await world.registerMany(numbered(`/hung-${name}`, crowd / 3), (await addClient(name)).id);
    await world.register('/', { url: `${elsewhere.url}/` }, await platform.api.as(await addClient('D')));
    await world.transactions(['elsewhere']);
    await eventually(() => {
      expect(elsewhere.received).toHaveLength(1);
    }, 20_000);
    await held(24);
  }, 60_000);
});
