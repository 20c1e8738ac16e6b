import type { MigrationInterface, QueryRunner } from 'typeorm';
import { firstPartitionOf } from './1766900001000-limit-first-months.js';

/**
 * Partitions the ledger by the month in which entries were booked, in the way of the grants. It has no key any more: ids are
 * made unique and never looked up, and an event has each effect once by the key of the grants, which are written with them.
 */
export class LedgerByMonth1766900004000 implements MigrationInterface {
  readonly name = 'LedgerByMonth1766900004000';

  async up(runner: QueryRunner): Promise<void> {
    const { name, end } = await firstPartitionOf(runner, 'ledger');
    await runner.query(`ALTER TABLE ledger RENAME TO ${name}`);
    await runner.query(
      `ALTER TABLE ${name} DROP CONSTRAINT IF EXISTS ledger_pkey, DROP CONSTRAINT IF EXISTS ledger_effect`,
    );
    await runner.query('DROP INDEX IF EXISTS ledger_effect');
    await runner.query(`ALTER INDEX ledger_user RENAME TO ${name}_user`);
    await runner.query(`ALTER INDEX ledger_event RENAME TO ${name}_event`);
    await runner.query(`DROP TRIGGER never_changed ON ${name}`);
    await runner.query(`CREATE TABLE ledger (LIKE ${name} INCLUDING DEFAULTS) PARTITION BY RANGE (id)`);
    await runner.query('CREATE INDEX ledger_user ON ledger (user_id, id)');
    await runner.query('CREATE INDEX ledger_event ON ledger (event_id)');
    await runner.query(`ALTER TABLE ledger ATTACH PARTITION ${name} FOR VALUES FROM (MINVALUE) TO ('${end}')`);
    await runner.query(`ALTER TABLE ${name} DROP CONSTRAINT ledger_first`);
    await runner.query('CREATE TABLE ledger_default PARTITION OF ledger DEFAULT');
    await runner.query(
      'CREATE TRIGGER never_changed BEFORE UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION never_changed()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE ledger_kept (LIKE ledger INCLUDING DEFAULTS)');
    await runner.query('INSERT INTO ledger_kept SELECT * FROM ledger');
    await runner.query('DROP TABLE ledger');
    await runner.query('ALTER TABLE ledger_kept RENAME TO ledger');
    await runner.query('ALTER TABLE ledger ADD PRIMARY KEY (id)');
    await runner.query('CREATE INDEX ledger_user ON ledger (user_id, id)');
    await runner.query('CREATE INDEX ledger_event ON ledger (event_id)');
    await runner.query('CREATE UNIQUE INDEX ledger_effect ON ledger (event_id, campaign_id, effect)');
    await runner.query(
      'CREATE TRIGGER never_changed BEFORE UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION never_changed()',
    );
    await runner.query('ALTER TABLE ledger ADD CONSTRAINT ledger_first CHECK (true)');
  }
}
