import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The role that serves cannot change the schema. These functions run with the rights of the role that migrates, and let
 * the role that serves make and drop partitions, and nothing else.
 */
export class PartitionFunctions1765000000000 implements MigrationInterface {
  readonly name = 'PartitionFunctions1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    // The table is locked before rows move: an INSERT that waited only for the default partition would fail afterwards,
    // because its row belongs to the new one.
    await runner.query(`
      CREATE FUNCTION make_partition(parent text, partition text, key text, lower text, upper text) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DECLARE rest text := parent || '_default';
      BEGIN
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS)', partition, parent);
        EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
        EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *)
                        INSERT INTO %I SELECT * FROM moved', rest, key, lower, key, upper, partition);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition, lower, upper);
      END $$`);
    await runner.query(`
      CREATE FUNCTION drop_partition(parent text, partition text) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        IF EXISTS (SELECT FROM pg_inherits WHERE inhparent = to_regclass(format('%I', parent))
                                             AND inhrelid = to_regclass(format('%I', partition))) THEN
          EXECUTE format('DROP TABLE %I', partition);
        END IF;
      END $$`);
    await runner.query('REVOKE EXECUTE ON FUNCTION make_partition, drop_partition FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION make_partition, drop_partition');
  }
}
