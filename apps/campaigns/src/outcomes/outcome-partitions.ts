import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CampaignsConfig } from '../campaigns.config.js';

const lock = 0x6f75_7463; // 'outc'
const parent = 'event_outcome';

/** A partition a month, made two months ahead and dropped whole when it is older than the retention. */
@Injectable()
export class OutcomePartitions {
  constructor(
    private readonly database: DataSource,
    private readonly config: CampaignsConfig,
  ) {}

  async arrange(now: Date): Promise<void> {
    for (const ahead of [0, 1, 2]) await this.alone((tx) => makePartition(tx, monthOf(now, ahead)));
    const oldest = partitionName(monthOf(new Date(now.getTime() - this.config.OUTCOME_RETENTION_DAYS * 86_400_000), 0));
    const outlived = (await partitionNames(this.database.manager)).filter((name) => name < oldest);
    for (const name of outlived) await this.alone((tx) => tx.query(`DROP TABLE IF EXISTS ${name}`));
  }

  /** One step, one short transaction: whoever cannot get the lock in a moment tries later. */
  private async alone(step: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      await tx.query("SET LOCAL lock_timeout = '2s'");
      await step(tx);
    });
  }
}

async function makePartition(tx: EntityManager, month: Date): Promise<void> {
  const name = partitionName(month);
  if ((await partitionNames(tx)).includes(name)) return;
  const [from, to] = [month.toISOString(), monthOf(month, 1).toISOString()];
  // What came before the partition was made lies in the default one; it moves over, so that the bounds agree.
  await tx.query(`CREATE TABLE ${name} (LIKE ${parent} INCLUDING DEFAULTS)`);
  await tx.query(`LOCK TABLE ${parent}_default IN ACCESS EXCLUSIVE MODE`);
  await tx.query(
    `WITH moved AS (DELETE FROM ${parent}_default WHERE occurred_at >= $1 AND occurred_at < $2 RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
    [from, to],
  );
  await tx.query(`ALTER TABLE ${parent} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
}

async function partitionNames(tx: EntityManager): Promise<string[]> {
  const rows = await tx.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = '${parent}'::regclass AND c.relname ~ '^${parent}_[0-9]{4}_[0-9]{2}$'`,
  );
  return rows.map((row) => row.name);
}

function partitionName(month: Date): string {
  return `${parent}_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

function monthOf(date: Date, ahead: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1));
}
