import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { repeat, type Repeated } from '@ces/service/repeat';
import { DataSource, type EntityManager } from 'typeorm';
import { EventsConfig } from '../events.config.js';

const everyMs = 3_600_000;
const lock = 0x7061_7274; // 'part'

/** A partition a month, made two months ahead and dropped whole when it is older than the retention. */
@Injectable()
export class LogPartitions implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('LogPartitions');
  private repeated: Repeated | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly config: EventsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      everyMs,
      () => this.arrange(new Date()),
      (error) => {
        this.logger.warn({ err: error }, 'partitions were not tended; it is tried again in an hour');
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeated?.end();
  }

  async arrange(now: Date): Promise<void> {
    for (const ahead of [0, 1, 2]) await this.alone((tx) => makePartition(tx, monthOf(now, ahead)));
    const oldest = monthOf(new Date(now.getTime() - this.config.EVENT_RETENTION_DAYS * 86_400_000), 0);
    const names = await partitionNames(this.database.manager);
    const outlived = names.filter((name) => name < partitionName(oldest));
    for (const name of outlived) await this.alone((tx) => tx.query(`DROP TABLE IF EXISTS ${name}`));
    if (outlived.length > 0) await this.purgeKeys(oldest);
  }

  /** One step, one short transaction: the log is locked for a moment only, and whoever cannot get that moment tries later. */
  private async alone(step: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      await tx.query("SET LOCAL lock_timeout = '2s'");
      await step(tx);
    });
  }

  /** Keys live as long as their events. In small batches: taking in goes on meanwhile. */
  private async purgeKeys(before: Date): Promise<void> {
    let deleted: number;
    do {
      // For DELETE the driver answers rows and count.
      [, deleted] = await this.database.query<[unknown[], number]>(
        'DELETE FROM event_key WHERE key IN (SELECT key FROM event_key WHERE received_at < $1 LIMIT 5000)',
        [before],
      );
    } while (deleted > 0);
  }
}

async function makePartition(tx: EntityManager, month: Date): Promise<void> {
  const name = partitionName(month);
  const existing = await partitionNames(tx);
  if (existing.includes(name)) return;
  const from = month.toISOString();
  const to = monthOf(month, 1).toISOString();
  // What came before the partition was made lies in the default one; it moves over, so that the bounds agree.
  await tx.query(`CREATE TABLE ${name} (LIKE event_log INCLUDING DEFAULTS)`);
  await tx.query('LOCK TABLE event_log_default IN ACCESS EXCLUSIVE MODE');
  await tx.query(
    `WITH moved AS (DELETE FROM event_log_default WHERE received_at >= $1 AND received_at < $2 RETURNING *) INSERT INTO ${name} SELECT * FROM moved`,
    [from, to],
  );
  await tx.query(`ALTER TABLE event_log ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
}

async function partitionNames(tx: EntityManager): Promise<string[]> {
  const rows = await tx.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'event_log'::regclass AND c.relname ~ '^event_log_[0-9]{4}_[0-9]{2}$'`,
  );
  return rows.map((row) => row.name);
}

function partitionName(month: Date): string {
  return `event_log_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

function monthOf(date: Date, ahead: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1));
}
