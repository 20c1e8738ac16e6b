import { Platform } from '@ces/testing/platform';
import { WebhookWorld } from '../../test/webhook-world.js';
import { QueueService } from './queue.service.js';

describe('webhooks that are taken for delivery', () => {
  let platform: Platform;
  let world: WebhookWorld;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'webhooks');
    world = await WebhookWorld.start(platform);
  }, 60_000);

  afterAll(() => world.stop());

  it('one whose headers cannot be opened stops nobody else', async () => {
    const broken = await world.register('/broken');
    await world.register('/whole');
    await world.sql(`UPDATE webhook SET headers = 'sealed by another key' WHERE id = $1`, [broken.id]);
    await world.transactions(['opened']);
    await world.arrived('/whole', ['opened']);
    await world.transactions(['again']);
    await world.arrived('/whole', ['opened', 'again']);
    expect(world.idsAt('/broken')).toEqual([]);
    await world.sql('DELETE FROM webhook WHERE id = $1', [broken.id]);
  });

  it('one whose claim was answered to nobody is not left lying for its lease', async () => {
    const { id } = await world.register('/unheard');
    // As if the connection had broken before the answer was here.
    await world.sql(
      `UPDATE delivery SET lease_owner = $2, lease_until = now() + interval '1 hour' WHERE webhook_id = $1`,
      [id, platform.webhooks.get(QueueService).owner],
    );
    await world.transactions(['unheard']);
    await world.arrived('/unheard', ['unheard']);
  });
});
