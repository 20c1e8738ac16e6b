import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SurveyTables1764200004000 implements MigrationInterface {
  readonly name = 'SurveyTables1764200004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE survey (
        id uuid PRIMARY KEY,
        title text NOT NULL,
        questions json NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE survey_asked (
        user_id text COLLATE "C" NOT NULL,
        survey_id uuid NOT NULL REFERENCES survey (id),
        campaign_id uuid NOT NULL,
        event_id uuid NOT NULL,
        asked_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, survey_id)
      )`);
    await runner.query(`
      CREATE TABLE survey_answer (
        user_id text COLLATE "C" NOT NULL,
        survey_id uuid NOT NULL REFERENCES survey (id),
        question_id text COLLATE "C" NOT NULL,
        answer_id text COLLATE "C" NOT NULL,
        answered_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, survey_id, question_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE survey_answer, survey_asked, survey');
  }
}
