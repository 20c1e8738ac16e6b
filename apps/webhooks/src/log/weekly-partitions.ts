import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { repeat, type Repeated } from '@ces/service/repeat';
import { DataSource, type EntityManager } from 'typeorm';
import { WebhooksConfig } from '../webhooks.config.js';

const everyMs = 3_600_000;
const weekMs = 7 * 86_400_000;
const lock = 0x7765_656b; // 'week'

interface Table {
  name: 'event' | 'attempt';
  column: string;
  /** A moment as the table's partitions are bounded by it. */
  bound: (moment: number) => string;
  keptDays: number;
}

/** A partition a week, made two weeks ahead and dropped whole when all in it is older than the retention. */
@Injectable()
export class WeeklyPartitions implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('WeeklyPartitions');
  private readonly tables: Table[];
  private repeated: Repeated | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly config: WebhooksConfig,
  ) {
    this.tables = [
      {
        name: 'event',
        column: 'position',
        bound: (moment) => String(moment * 1_000),
        keptDays: config.WEBHOOK_RETENTION_DAYS,
      },
      {
        name: 'attempt',
        column: 'started_at',
        bound: (moment) => `'${new Date(moment).toISOString()}'`,
        keptDays: config.WEBHOOK_ATTEMPT_DAYS,
      },
    ];
  }

  async onApplicationBootstrap(): Promise<void> {
    const work = (): Promise<void> => this.arrange(Date.now());
    const failed = (error: unknown): void => {
      this.logger.warn({ err: error }, 'partitions were not tended; it is tried again in an hour');
    };
    await work().catch(failed);
    this.repeated = repeat(everyMs, work, failed, 'later');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeated?.end();
  }

  async arrange(now: number): Promise<void> {
    for (const table of this.tables) {
      for (const ahead of [0, 1, 2]) await this.alone((tx) => make(tx, table, weekOf(now) + ahead));
      const oldest = partitionName(table, weekOf(now - table.keptDays * 86_400_000));
      const outlived = (await partitionNames(this.database.manager, table)).filter((name) => name < oldest);
      for (const name of outlived) await this.alone((tx) => tx.query(`DROP TABLE IF EXISTS ${name}`));
    }
    await this.forgetAbout(weekOf(now - this.config.WEBHOOK_RETENTION_DAYS * 86_400_000) * weekMs * 1_000);
    // Facts live for a day and are given to consumers for no longer: after a week none of the user can be under way.
    await this.database.query(`DELETE FROM erased_user WHERE erased_at < now() - interval '7 days'`);
  }

  /**
   * What speaks of events that have left the log. An answer may repeat what was sent; nobody can tell any more whose that
   * was, so it goes as well. After a replay it may be much younger than its events.
   */
  private async forgetAbout(oldest: number): Promise<void> {
    await this.database.query('DELETE FROM set_aside WHERE position < $1', [oldest]);
    await this.database.query(
      `UPDATE attempt SET answer = NULL
        WHERE answer IS NOT NULL AND int8range(after, upto, '(]') && int8range(NULL, $1)`,
      [oldest],
    );
  }

  /** One step, one short transaction: whoever cannot get the table for a moment tries later. */
  private async alone(step: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      await tx.query("SET LOCAL lock_timeout = '2s'");
      await step(tx);
    });
  }
}

async function make(tx: EntityManager, table: Table, week: number): Promise<void> {
  const name = partitionName(table, week);
  if ((await partitionNames(tx, table)).includes(name)) return;
  const [from, to] = [table.bound(week * weekMs), table.bound((week + 1) * weekMs)];
  const rest = `${table.name}_default`;
  await tx.query(`CREATE TABLE ${name} (LIKE ${table.name} INCLUDING DEFAULTS)`);
  // What came before the partition was made lies in the default one; it moves over, so that the bounds agree.
  await tx.query(`LOCK TABLE ${rest} IN ACCESS EXCLUSIVE MODE`);
  await tx.query(
    `WITH moved AS (DELETE FROM ${rest} WHERE ${table.column} >= ${from} AND ${table.column} < ${to} RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
  );
  await tx.query(`ALTER TABLE ${table.name} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`);
}

async function partitionNames(tx: EntityManager, { name }: Table): Promise<string[]> {
  const rows = await tx.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = $1::regclass AND c.relname ~ '_w[0-9]{6}$'`,
    [name],
  );
  return rows.map((row) => row.name);
}

function weekOf(moment: number): number {
  return Math.floor(moment / weekMs);
}

function partitionName({ name }: Table, week: number): string {
  return `${name}_w${String(week).padStart(6, '0')}`;
}
