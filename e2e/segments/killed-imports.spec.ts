import type { ExternalSegment } from '@ces/contracts/segments/segments';
import { migrate } from '@ces/service/database/database';
import { describeIfSet } from '@ces/testing/describe-if-set';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { privatePostgres } from '@ces/testing/servers/private-postgres';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import * as forms from '@ces/testing/gateway/segment-forms';
import { serviceProcess, type ServiceProcess } from '@ces/testing/services/service-process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { segments } from '../../apps/segments/src/segments.module.js';

const connected = 20_000;
const unknown = 80_000;

describeIfSet('CLUSTERS')('an import during a kill -9', () => {
  let platform: Platform;
  let postgres: PrivateServer;
  let env: Record<string, string>;
  let service: ServiceProcess;
  let file: string;

  beforeAll(async () => {
    platform = await Platform.start();
    // The service starts later, and must find these connections by itself.
    const identity = platform.services.identity.get(DataSource);
    const user = `substr(md5(n::text) || md5(n::text), 1, 25)`;
    await identity.query(`INSERT INTO app_user (id) SELECT ${user} FROM generate_series(1, ${connected}) n`);
    await identity.query(
      `INSERT INTO connection (provider_name, owner_id, user_id)
       SELECT 'acme', 'owner-' || n, ${user} FROM generate_series(1, ${connected}) n`,
    );
    postgres = await privatePostgres();
    await migrate(postgres.url, segments.schema);
    env = { DATABASE_URL: postgres.url, ...platform.messaging.settings('segments') };
    service = await start();
    const owners = Array.from({ length: connected }, (_, index) => `owner-${index + 1}`);
    const others = Array.from({ length: unknown }, (_, index) => `unknown-${index}`);
    file = [...owners, ...others].join('\n');
  }, 90_000);

  afterAll(async () => {
    await service.kill();
    await platform.stop();
    await postgres.stop();
  });

  const start = () => serviceProcess('segments', env);
  const exact = { externalUserCount: connected + unknown, internalUserCount: connected };
  const waiting = async (): Promise<number> => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM file WHERE state = 'waiting'`);
    await client.end();
    return rows[0]?.n ?? 0;
  };
  /** The service or its database may still be starting. */
  const done = (id: string) =>
    eventually(
      async () => {
        const answer = await platform.api.get(`${forms.path}/${id}`);
        expect(answer.body).toMatchObject({ state: 'processed' } satisfies Partial<ExternalSegment>);
        return answer.body;
      },
      60_000,
      100,
    );

  it('of the service ends processed by itself, with exact counts', async () => {
    let interrupted = 0;
    for (const afterMs of [0, 50, 150, 300, 500]) {
      const { id } = await forms.importFile(platform, file);
      await sleep(afterMs);
      await service.kill();
      interrupted += await waiting();
      service = await start();
      expect(await done(id)).toMatchObject(exact);
    }
    expect(interrupted).toBeGreaterThan(0);
  }, 180_000);

  it('of PostgreSQL ends processed by itself, with exact counts', async () => {
    let interrupted = 0;
    for (const afterMs of [0, 100, 300]) {
      const { id } = await forms.importFile(platform, file);
      await sleep(afterMs);
      await postgres.kill();
      await postgres.start();
      interrupted += await waiting().catch(() => 0);
      expect(await done(id)).toMatchObject(exact);
    }
    expect(interrupted).toBeGreaterThan(0);
  }, 180_000);

  it('of one of two replicas is ended by the other one', async () => {
    const other = await start();
    const made = await Promise.all(Array.from({ length: 6 }, () => forms.importFile(platform, file)));
    await service.kill();
    for (const { id } of made) expect(await done(id)).toMatchObject(exact);
    service = other;
  }, 180_000);

  it('of the service while the file is coming in answers 503, and imports nothing', async () => {
    const before = (await platform.api.get(`${forms.path}/list`)).body as ExternalSegment[];
    const form = forms.formOf({ title: 'Cut', identifier: 'acme', file: file.repeat(20) });
    const answer = forms.sendForm(platform, forms.path, form);
    await sleep(100);
    await service.kill();
    expect(await answer).toMatchObject({ status: 503 });
    service = await start();
    const after = (await platform.api.get(`${forms.path}/list`)).body as ExternalSegment[];
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  }, 120_000);
});
