import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A draft has judged nothing, so nothing refers to its versions. All others are still never changed or deleted. */
export class DraftDeletion1766200000000 implements MigrationInterface {
  readonly name = 'DraftDeletion1766200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION only_of_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM campaign WHERE id = OLD.campaign_id AND state = 'draft') THEN RETURN OLD; END IF;
        RAISE EXCEPTION '% rows are deleted with drafts only', TG_TABLE_NAME;
      END $$`);
    await runner.query(
      'CREATE OR REPLACE TRIGGER never_changed BEFORE UPDATE ON campaign_version FOR EACH ROW EXECUTE FUNCTION never_changed()',
    );
    await runner.query(
      'CREATE TRIGGER only_of_drafts BEFORE DELETE ON campaign_version FOR EACH ROW EXECUTE FUNCTION only_of_drafts()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER only_of_drafts ON campaign_version');
    await runner.query('DROP FUNCTION only_of_drafts');
    await runner.query(
      'CREATE OR REPLACE TRIGGER never_changed BEFORE UPDATE OR DELETE ON campaign_version FOR EACH ROW EXECUTE FUNCTION never_changed()',
    );
  }
}
