import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Operators1764915000000 implements MigrationInterface {
  readonly name = 'Operators1764915000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operator (
        id text COLLATE "C" PRIMARY KEY,
        email text COLLATE "C" NOT NULL UNIQUE,
        name text NOT NULL,
        role text NOT NULL
          CONSTRAINT operator_role CHECK (role IN ('owner', 'marketer', 'support', 'developer', 'auditor')),
        state text NOT NULL DEFAULT 'invited'
          CONSTRAINT operator_state CHECK (state IN ('invited', 'active', 'blocked')),
        password_hash text,
        version integer NOT NULL DEFAULT 1,
        invitation text COLLATE "C" UNIQUE,
        invitation_expires_at timestamptz,
        signed_in_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE operator_session (
        id uuid PRIMARY KEY,
        digest text COLLATE "C" NOT NULL UNIQUE,
        operator_id text COLLATE "C" NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX operator_session_operator_id ON operator_session (operator_id)');
    await runner.query('CREATE INDEX operator_session_age ON operator_session (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operator_session, operator');
  }
}
