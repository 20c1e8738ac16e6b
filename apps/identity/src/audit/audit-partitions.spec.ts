import { listAudit } from '@ces/contracts/identity/audit';
import { migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { migrateIdentity, runIdentity, type Running } from '../../test/run-identity.js';
import { identity as service } from '../identity.module.js';
import { AuditByMonth1764000030000 } from '../migrations/1764000030000-partition-audit-log.js';
import { AuditPartitions } from './audit-partitions.js';

describe('the partitions of the audit log', () => {
  let database: PrivateDatabase;
  let identity: Running;
  let files: (string | null)[];

  /** Writes an entry as the version before the partitions does. */
  const write = (to: DataSource, what: string, at: string) =>
    to.query('INSERT INTO audit (id, at, who, what, user_id, request_id, status) VALUES ($1, $2, $3, $4, $5, $6, $7)', [
      ...[randomUUID(), at, 'cl_before', what, null, 'r', 200],
    ]);

  /** PostgreSQL rewrites a table or an index into a new file. */
  const filesOf = (of: DataSource, ...names: string[]) =>
    Promise.all(
      names.map(async (name) => {
        const rows = await of.query<{ file: string | null }[]>('SELECT pg_relation_filenode($1::regclass) AS file', [
          name,
        ]);
        return rows[0]?.file ?? null;
      }),
    );

  beforeAll(async () => {
    const migrations = service.schema.migrations.filter((each) => each !== AuditByMonth1764000030000);
    database = await privateDatabase('identity', async (to) => {
      // Two at once, as when two replicas start: an index that is built concurrently must not wait for the other.
      await Promise.all([1, 2].map(() => migrate(to, { ...service.schema, migrations })));
    });
    const before = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    await write(before, 'before the partitions', new Date().toISOString());
    await write(before, 'long ago', '2020-01-15T00:00:00Z');
    files = await filesOf(before, 'audit', 'audit_key', 'audit_user');
    await before.destroy();
    await migrateIdentity(database.url);
    identity = await runIdentity({ DATABASE_URL: database.url, AUDIT_RETENTION_DAYS: '60' });
  });

  afterAll(async () => {
    await identity.close();
    await database.drop();
  });

  const source = () => identity.app.get(DataSource);
  const arrange = (now: string) => identity.app.get(AuditPartitions).arrange(new Date(now));
  const entries = async () => (await identity.call(listAudit, {})).items.map(({ what }) => what).sort();
  const partitions = async () => {
    const rows = await source().query<{ name: string }[]>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit'::regclass`,
    );
    return rows.map(({ name }) => name).sort();
  };

  it('keep entries from before the partitions, and accept entries of the version before', async () => {
    await arrange(new Date().toISOString());
    await write(source(), 'by the version before', new Date().toISOString());
    expect(await entries()).toEqual(['before the partitions', 'by the version before', 'long ago']);
    expect(await source().query('SELECT what FROM audit_default')).toEqual([]);
  });

  it('are made without moving an entry or building an index', async () => {
    const month = `audit_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
    expect(await filesOf(source(), month, `${month}_pkey`, `${month}_user`)).toEqual(files);
  });

  it('are dropped by month after AUDIT_RETENTION_DAYS', async () => {
    const now = new Date();
    const later = (months: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15)).toISOString();
    await arrange(later(0));
    const [first] = await partitions();
    await write(source(), 'next month', later(1));
    await arrange(later(2));
    expect(await entries()).toContain('by the version before');
    await arrange(later(3));
    expect(await entries()).toEqual(['next month']);
    expect(await partitions()).not.toContain(first);
  });
});
