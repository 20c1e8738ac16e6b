import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../../../libs/local-stack/src/processes/free-port.ts';
import { startPostgres } from '../../../../libs/local-stack/src/postgres/postgres.ts';
import { stopChild, type RunningServer } from '../../../../libs/local-stack/src/processes/child-process.ts';
import { killSessions } from '../../kill-parts.ts';
import { select } from '../../select-rows.ts';

interface Member {
  dataDir: string;
  port: number;
  running?: RunningServer;
}

const PATIENCE_MS = 60_000;

/** A primary and its synchronous standby. Promotions can be repeated: the old primary is made anew as the next standby. */
export class PostgresPair {
  private primary: Member;
  private standby: Member;

  private constructor(primary: Member, standby: Member) {
    this.primary = primary;
    this.standby = standby;
  }

  /** The standby does not run yet. */
  static async start(dir: string): Promise<PostgresPair> {
    const [first, second] = [await freePort(), await freePort()];
    const pair = new PostgresPair(
      { dataDir: join(dir, 'postgres-0'), port: first },
      { dataDir: join(dir, 'postgres-1'), port: second },
    );
    await startMember(pair.primary);
    return pair;
  }

  /** The order changes with the primary. */
  get ports(): [number, number] {
    return [this.primary.port, this.standby.port];
  }

  get url(): string {
    return urlOf(this.primary);
  }

  /** Copies the running primary. Afterwards a commit returns when both servers have it. */
  async addStandby(): Promise<void> {
    const { dataDir } = this.standby;
    rmSync(dataDir, { recursive: true, force: true });
    await this.copyTo(dataDir);
    writeFileSync(join(dataDir, 'standby.signal'), '');
    appendFileSync(
      join(dataDir, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${this.primary.port} user=ces application_name=standby'\n`,
    );
    await startMember(this.standby);
    await this.waitForStandby();
    await run(this.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()');
  }

  /** Kills the primary and promotes the standby. Resolves when the new primary takes writes. */
  async promote(): Promise<void> {
    const { running } = this.primary;
    if (running) {
      killSessions(running.pid);
      await stopChild(running.process, 'SIGKILL');
    }
    const standby = urlOf(this.standby);
    await run(
      standby,
      `ALTER SYSTEM SET synchronous_standby_names = ''`,
      'SELECT pg_reload_conf()',
      'SELECT pg_promote()',
    );
    [this.primary, this.standby] = [this.standby, this.primary];
  }

  async stop(): Promise<void> {
    await this.standby.running?.stop();
    await this.primary.running?.stop();
  }

  /** Uses PostgreSQL's own functions, because npm's package has no pg_basebackup. */
  private async copyTo(dataDir: string): Promise<void> {
    const { dataDir: source } = this.primary;
    const session = new Client({ connectionString: this.url });
    await session.connect();
    try {
      await session.query(`SELECT pg_backup_start('standby', true)`);
      // cp fails for files that are removed meanwhile; the kept log replaces them.
      await once(spawn('cp', ['-a', source, dataDir], { stdio: 'ignore' }), 'exit');
      const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
      const label = join(dataDir, 'backup_label');
      writeFileSync(label, rows[0]?.labelfile ?? '');
      const { uid, gid } = statSync(source);
      chownSync(label, uid, gid);
      for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(dataDir, file), { force: true });
    } finally {
      await session.end();
    }
  }

  private async waitForStandby(): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
      const [row] = await select<{ state: string }>(this.url, 'SELECT state FROM pg_stat_replication');
      if (row?.state === 'streaming') return;
      await sleep(100);
    }
    throw new Error('the standby does not replicate');
  }
}

async function startMember(member: Member): Promise<void> {
  member.running = await startPostgres({ dataDir: member.dataDir, port: member.port, durable: true });
}

function urlOf({ port }: Member): string {
  return `postgres://ces@127.0.0.1:${port}/postgres`;
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
