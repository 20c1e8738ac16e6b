import { Column, Entity, Index, PrimaryColumn, type QueryRunner } from 'typeorm';
import { schemaDifferences } from './schema-differences.js';

@Entity('note')
@Index('note_key', ['key'], { where: 'text IS NOT NULL' })
class NoteEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'note_pkey' })
  id: string;

  @Column('text')
  key: string;

  @Column('text', { nullable: true })
  text: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  written_at: Date;
}

class CreateNotes1 {
  readonly name = 'CreateNotes1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE note (id uuid PRIMARY KEY, key text NOT NULL, text text, written_at timestamptz NOT NULL DEFAULT now())',
    );
    await runner.query('CREATE INDEX note_key ON note (key) WHERE text IS NOT NULL');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

class ChangeNotes2 {
  readonly name = 'ChangeNotes1700000000002';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE note ALTER COLUMN key DROP NOT NULL, ADD COLUMN author text');
    await runner.query('CREATE TABLE log (at timestamptz) PARTITION BY RANGE (at)');
    await runner.query('CREATE TABLE log_default PARTITION OF log DEFAULT');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

describe('schemaDifferences', () => {
  it('finds none where the entities describe the migrated database', async () => {
    const schema = { entities: [NoteEntity], migrations: [CreateNotes1] };
    expect(await schemaDifferences('notes', schema)).toEqual({ statements: [], tablesWithoutEntity: [] });
  });

  it('tells columns that differ, and tables without an entity', async () => {
    const schema = { entities: [NoteEntity], migrations: [CreateNotes1, ChangeNotes2] };
    expect(await schemaDifferences('notes', schema)).toEqual({
      statements: ['ALTER TABLE "note" DROP COLUMN "author"', 'ALTER TABLE "note" ALTER COLUMN "key" SET NOT NULL'],
      tablesWithoutEntity: ['log'],
    });
  });
});
