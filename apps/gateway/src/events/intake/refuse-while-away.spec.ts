import { submitEvents, validateEvents } from '@ces/contracts/events/events';
import { Bus } from '@ces/messaging/calls/bus';
import { Nats } from '@ces/messaging/nats';
import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GatewayConfig } from '../../gateway.config.js';
import { createGateway } from '../../server/create-gateway.js';

describe('the intake of events', () => {
  let gateway: NestFastifyApplication;

  beforeAll(async () => {
    const settings = { IDENTITY_URL: 'http://127.0.0.1:1', RATE_LIMIT_PER_ADDRESS: 'off' };
    gateway = await createGateway(testConfig(GatewayConfig, settings));
    await gateway.init();
    await gateway.get(Nats).connection();
  });

  afterAll(() => gateway.close());

  const submit = () => gateway.inject({ method: 'POST', url: `/api/1/terminal/${'u'.repeat(25)}/events/purchase` });
  const miss = async (command: typeof submitEvents | typeof validateEvents): Promise<void> => {
    const bus = gateway.get(Bus);
    for (let n = 0; n < 10; n += 1) await bus.call(command as typeof submitEvents, { submissions: [] }).catch(() => 0);
  };

  it('refuses before it reads the token while nobody takes events, and only then', async () => {
    await miss(validateEvents);
    expect((await submit()).statusCode).toBe(401);
    await miss(submitEvents);
    const { statusCode, headers } = await submit();
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
  });
});
