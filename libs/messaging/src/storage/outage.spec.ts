import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect as connectToNats, type NatsConnection } from 'nats';
import { connect } from 'node:net';
import { isOutage } from './outage.js';

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('isOutage', () => {
  it('knows an outage by its code, also where the error comes from another realm', async () => {
    const refused = await new Promise((resolve) => connect(1, '127.0.0.1').on('error', resolve));
    expect(isOutage(refused)).toBe(true);
    expect(isOutage(Object.assign(new Error('terminating'), { code: '57P01' }))).toBe(true);
    expect(isOutage(Object.assign(new Error('idle in transaction'), { code: '25P03' }))).toBe(true);
    expect(isOutage(Object.assign(new Error('lock not available'), { code: '55P03' }))).toBe(true);
    expect(isOutage(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
  });

  it.each([
    ['25006', 'cannot execute INSERT in a read-only transaction'],
    ['57P01', 'terminating connection due to administrator command'],
    ['57P02', 'terminating connection because of crash of another server process'],
    ['57P03', 'the database system is starting up'],
    ['28P01', 'password authentication failed for user "events"'],
    ['28000', 'role "events" is not permitted to log in'],
    ['3D000', 'database "events" does not exist'],
    ['08006', 'the connection failed'],
    ['08P01', 'server conn crashed?'],
    ['53300', 'sorry, too many clients already'],
    ['EHOSTUNREACH', 'connect EHOSTUNREACH'],
    ['ENETUNREACH', 'connect ENETUNREACH'],
    ['EHOSTDOWN', 'connect EHOSTDOWN'],
    ['ECONNABORTED', 'write ECONNABORTED'],
    [undefined, 'Query read timeout'],
  ])('counts %s as an outage: %s', (code, message) => {
    expect(isOutage(Object.assign(new Error(message), { code }))).toBe(true);
  });

  it('counts a row that met the attaching of its partition as an outage', () => {
    const moved = new Error('new row for relation "audit_default" violates partition constraint');
    expect(isOutage(Object.assign(moved, { code: '23514' }))).toBe(true);
  });

  describe('of NATS', () => {
    let nats: NatsConnection;

    beforeAll(async () => {
      nats = await connectToNats({ servers: process.env['TEST_NATS_URL'] ?? '' });
    });

    afterAll(() => nats.close());

    it('counts answers that do not come', async () => {
      nats.subscribe('outage.spec.silent');
      await nats.flush();
      expect(isOutage(await faultOf(nats.request('outage.spec.silent', '', { timeout: 50 })))).toBe(true);
      expect(isOutage(await faultOf(nats.request('outage.spec.nobody')))).toBe(true);
      const elsewhere = { domain: 'nowhere', checkAPI: false, timeout: 500 };
      expect(isOutage(await faultOf((await jetstreamManager(nats, elsewhere)).streams.info('any')))).toBe(true);
      expect(isOutage(await faultOf(jetstream(nats).publish('outage.spec.no-stream', '', { retries: 1 })))).toBe(true);
    });

    it('counts a JetStream that has no leader, and no refusal', async () => {
      const description = 'JetStream system temporarily unavailable';
      expect(isOutage(new JetStreamApiError({ code: 503, err_code: 10008, description }))).toBe(true);
      const manager = await jetstreamManager(nats, { checkAPI: false });
      const refusal = await faultOf(manager.streams.info('outage-spec-missing'));
      expect(refusal).toBeInstanceOf(JetStreamApiError);
      expect(isOutage(refusal)).toBe(false);
    });

    it('counts a connection that is closed', async () => {
      const closed = await connectToNats({ servers: process.env['TEST_NATS_URL'] ?? '' });
      await closed.close();
      expect(isOutage(await faultOf(closed.flush()))).toBe(true);
    });
  });
});
