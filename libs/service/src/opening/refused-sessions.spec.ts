import { catchLogs } from '@ces/testing/catch-logs';
import { eventually } from '@ces/testing/eventually';
import { ask } from '@ces/testing/servers/replicated-postgres';
import { addWord, TallyService } from '@ces/testing/services/tally-service';
import { randomBytes } from 'node:crypto';

describe('a service that PostgreSQL no longer lets in', () => {
  const role = `refused_${randomBytes(4).toString('hex')}`;
  let tally: TallyService;

  beforeAll(async () => {
    tally = await TallyService.prepare();
    await ask(tally.url, `CREATE ROLE ${role} LOGIN IN ROLE pg_read_all_data, pg_write_all_data`);
  });

  afterAll(async () => {
    await tally.stop();
    await ask(process.env['TEST_POSTGRES_URL'] ?? '', `DROP ROLE ${role}`);
  });

  it('answers calls as in an outage, says why, and goes on when it is let in again', async () => {
    const url = new URL(tally.url);
    url.username = role;
    const app = await tally.replica({ DATABASE_URL: url.href });
    await eventually(() => addWord(app, 'before'));
    const logs = catchLogs();
    await ask(tally.url, `ALTER ROLE ${role} NOLOGIN`);
    await ask(tally.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
    await eventually(async () => {
      await expect(addWord(app, 'meanwhile')).rejects.toMatchObject({ code: 'service-unavailable' });
      expect(logs.warnings.flat()).toContain(
        `tally.add: a dependency is down: role "${role}" is not permitted to log in`,
      );
    });
    await expect(addWord(app, 'meanwhile')).rejects.toMatchObject({ code: 'service-unavailable' });
    await ask(tally.url, `ALTER ROLE ${role} LOGIN`);
    await eventually(() => addWord(app, 'afterwards'));
  });
});
