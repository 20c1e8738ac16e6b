import { connect } from 'nats';
import { Client } from 'pg';
import { eventually } from '../eventually.ts';

describe('the servers of a jest run', () => {
  it('include a PostgreSQL at TEST_POSTGRES_URL', async () => {
    const client = new Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
    await client.connect();
    const { rows } = await client.query<{ version: string }>('SHOW server_encoding');
    await client.end();
    expect(rows).toEqual([{ server_encoding: 'UTF8' }]);
  });

  it('include a NATS with JetStream and 8 MB messages at TEST_NATS_URL', async () => {
    const connection = await connect({ servers: process.env['TEST_NATS_URL'] ?? '' });
    expect(connection.info).toMatchObject({ jetstream: true, max_payload: 8 * 1024 * 1024 });
    await connection.close();
  });
});

describe('eventually', () => {
  it('returns once the assertion holds', async () => {
    let calls = 0;
    await eventually(
      () => {
        expect(++calls).toBe(3);
      },
      1_000,
      1,
    );
    expect(calls).toBe(3);
  });

  it('throws the last failure when time is up', async () => {
    await expect(
      eventually(
        () => {
          throw new Error('never');
        },
        5,
        1,
      ),
    ).rejects.toThrow('never');
  });
});
