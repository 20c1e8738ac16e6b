import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { startPostgres } from '../../../local-stack/src/postgres/postgres.ts';
import { eventually } from '../eventually.js';
import type { PrivateDatabase } from './private-database.js';
import { privatePostgres } from './private-postgres.js';
import { privateServer, type PrivateServer } from './private-server.js';

/** A primary and its synchronous standby. A commit returns when both have it. */
export class ReplicatedPostgres {
  private constructor(
    readonly primary: PrivateServer,
    readonly standby: PrivateServer,
  ) {}

  static async start(): Promise<ReplicatedPostgres> {
    const primary = await privatePostgres();
    await primary.kill();
    const standby = await privateServer('standby', (dataDir, port) => {
      if (!existsSync(dataDir)) {
        execFileSync('cp', ['-a', primary.dataDir, dataDir]);
        rmSync(join(dataDir, 'postmaster.pid'));
        follow(dataDir, primary);
      }
      return startPostgres({ dataDir, durable: true, ...(port === undefined ? {} : { port }) });
    });
    await primary.start();
    await ask(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await ask(primary.url, 'SELECT pg_reload_conf()');
    await eventually(async () => {
      const [row] = await ask<{ sync_state: string }>(primary.url, 'SELECT sync_state FROM pg_stat_replication');
      if (row?.sync_state !== 'sync') throw new Error('the standby does not replicate yet');
    }, 20_000);
    return new ReplicatedPostgres(primary, standby);
  }

  /** The order of the hosts is that of the arguments. */
  address(database: string, hosts = [this.primary, this.standby]): string {
    return `postgres://ces@${hosts.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}`;
  }

  /** The new database ends with the servers. */
  async database(name: string, migrate: (url: string) => Promise<void>): Promise<PrivateDatabase> {
    await ask(this.primary.url, `CREATE DATABASE ${escapeIdentifier(name)}`);
    const url = this.address(name);
    await migrate(url);
    return { url, drop: () => Promise.resolve() };
  }

  async failOver(): Promise<void> {
    await this.primary.kill();
    await ask(this.standby.url, 'SELECT pg_promote()');
  }

  async demoteOldPrimary(): Promise<void> {
    follow(this.primary.dataDir, this.standby);
    await this.primary.start();
  }

  async stop(): Promise<void> {
    await this.standby.stop();
    await this.primary.stop();
  }
}

export async function ask<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  // The query rejects too; an error without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

function follow(dataDir: string, { port }: PrivateServer): void {
  writeFileSync(join(dataDir, 'standby.signal'), '');
  appendFileSync(
    join(dataDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=ces application_name=standby'\n`,
  );
}
