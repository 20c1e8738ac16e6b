import { connect } from 'nats';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { ask } from './replicated-postgres.ts';

describe('the servers of a jest run', () => {
  const programs = process.env['POSTGRES_BIN'];
  const version = programs && execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });

  it('include a PostgreSQL at TEST_POSTGRES_URL, of the programs that POSTGRES_BIN names', async () => {
    const major = /\d+/.exec(version ?? '18')?.[0];
    const server = process.env['TEST_POSTGRES_URL'] ?? '';
    expect(await ask(server, 'SHOW server_version')).toEqual([
      { server_version: expect.stringMatching(`^${major ?? ''}\\.`) },
    ]);
    expect(
      await ask(server, `SELECT lower('ÄÖ'), ARRAY(SELECT unnest(ARRAY['ä', 'Z', 'a']) ORDER BY 1) AS sorted`),
    ).toEqual([{ lower: 'äö', sorted: ['Z', 'a', 'ä'] }]);
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
