import { rpc } from '@ces/contracts/rpc';
import { eventually } from '@ces/testing/eventually';
import { randomBytes } from 'node:crypto';
import { Nats } from '../nats.js';
import { Bus } from './bus.js';

describe('calls to a service that is away', () => {
  const namespace = `t${randomBytes(6).toString('hex')}`;
  const nats = new Nats({ url: process.env['TEST_NATS_URL'] ?? '', namespace, replicas: 1, service: 'gateway' });
  const bus = new Bus(nats);
  const count = rpc('tally.count', null).returns<{ n: number }>();
  const unknown = rpc('other.unknown', null).returns<{ n: number }>();
  const other = rpc('other.count', null).returns<{ n: number }>();

  beforeAll(async () => {
    await nats.connection();
  });

  afterAll(() => nats.onApplicationShutdown());

  const refusal = { code: 'service-unavailable', extras: { retry_after: 1 } };
  const answer = async (subject: string) =>
    (await nats.connection()).subscribe(nats.subject('rpc', subject), {
      callback: (_error, message) => {
        message.respond('{"n":1}');
      },
    });

  it('are refused without being sent after many have failed, also with Retry-After, and pass again when it is back', async () => {
    for (let n = 0; n < 10; n += 1) await expect(bus.call(count, {})).rejects.toMatchObject(refusal);
    expect(bus.refusalOf(count)).toMatchObject({ ...refusal, cause: 'its circuit is open' });
    expect(bus.refusalOf(other)).toBeUndefined();
    await expect(bus.call(count, {})).rejects.toMatchObject({ ...refusal, cause: 'its circuit is open' });

    const responders = [await answer('tally.count'), await answer('other.count')];
    expect(await bus.call(other, {})).toEqual({ n: 1 });
    await eventually(async () => {
      expect(await bus.call(count, {})).toEqual({ n: 1 });
    });
    expect(bus.refusalOf(count)).toBeUndefined();
    for (const each of responders) each.unsubscribe();
  });

  it('are not refused because nobody knows another command of the service yet', async () => {
    const responder = await answer('other.count');
    const calls = Array.from({ length: 20 }, () => bus.call(unknown, {}).catch(() => undefined));
    await Promise.all(calls);
    expect(bus.refusalOf(unknown)).toMatchObject(refusal);
    expect(await bus.call(other, {})).toEqual({ n: 1 });
    responder.unsubscribe();
  });

  it('are sent each time when they are few', async () => {
    for (let n = 0; n < 5; n += 1) {
      await expect(bus.call(count, {})).rejects.not.toMatchObject({ cause: 'its circuit is open' });
    }
  });
});
