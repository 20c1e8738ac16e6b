import { eventually } from '@ces/testing/eventually';
import { Receiver } from '../../../test/receiver.js';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';

/** More new webhooks than a process delivers to at once. */
const crowd = 300;

describe('the places of a process', () => {
  let world: WebhookWorld;
  let elsewhere: Receiver;
  let hold: ReturnType<Receiver['hold']>;

  beforeAll(async () => {
    // Held requests must not time out.
    world = await WebhookWorld.start({ WEBHOOK_TIMEOUT_SECONDS: '60' });
    elsewhere = await Receiver.start('127.0.0.2');
  });

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

  const held = (count: number) =>
    eventually(() => {
      expect(hold.paths).toHaveLength(count);
    });

  it('are not all taken by one client whose receivers hang, not even at their own host', async () => {
    const paths = numbered('/hung', crowd);
    await world.registerMany(paths);
    await world.register('/beside', {}, world.identity.addClient().id);
    await world.transactions(['beside']);
    await world.arrived('/beside', ['beside']);
    await held(16);
    hold.letGo();
    await eventually(() => {
      expect(paths.filter((path) => world.receiver.at(path).length !== 1)).toEqual([]);
    });
  });

  it('are not all taken by one host that hangs, even if several clients registered it', async () => {
    for (const name of ['A', 'B', 'C'])
      await world.registerMany(numbered(`/hung-${name}`, crowd / 3), world.identity.addClient().id);
    await world.register('/', { url: `${elsewhere.url}/` }, world.identity.addClient().id);
    await world.transactions(['elsewhere']);
    await eventually(() => {
      expect(elsewhere.received).toHaveLength(1);
    }, 20_000);
    await held(24);
  });
});
