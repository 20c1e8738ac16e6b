import { eventually } from '@ces/testing/eventually';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { silentClient } from '@ces/testing/servers/silent-client';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { addWord, TallyService } from '@ces/testing/services/tally-service';

describe('a replica that does not answer', () => {
  let server: PrivateServer;
  let tally: TallyService;
  let app: NestFastifyApplication;

  beforeAll(async () => {
    server = await privateNats();
    tally = await TallyService.prepare();
    app = await tally.replica({ NATS_URL: server.url, NATS_NAMESPACE: 'spec' });
    await eventually(async () => {
      expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    });
  });

  afterAll(async () => {
    await tally.stop();
    await server.stop();
  });

  it('gets no more calls after some seconds, and all calls are answered', async () => {
    const frozen = await silentClient(server.url, { subject: 'spec.rpc.tally.add', queue: 'tally' });
    const twenty = () => Promise.allSettled(Array.from({ length: 20 }, () => addWord(app, 'word')));
    const failures = async () => (await twenty()).filter(({ status }) => status === 'rejected').length;
    const frozenAt = Date.now();
    expect(await failures()).toBeGreaterThan(0);
    await eventually(async () => {
      expect(await failures()).toBe(0);
    }, 45_000);
    // NATS gives the replica up after nine seconds. Calls before that wait five seconds for an answer.
    expect(Date.now() - frozenAt).toBeLessThan(20_000);
    frozen.destroy();
  }, 90_000);
});
