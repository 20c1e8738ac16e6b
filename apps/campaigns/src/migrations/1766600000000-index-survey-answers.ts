import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The results of a survey count its answers by this index alone. Users answer meanwhile: not possible in a transaction. */
export class SurveyAnswerChoices1766600000000 implements MigrationInterface {
  readonly name = 'SurveyAnswerChoices1766600000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An aborted attempt leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS survey_answer_choice');
    await runner.query(
      'CREATE INDEX CONCURRENTLY survey_answer_choice ON survey_answer (survey_id, question_id, answer_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS survey_answer_choice');
  }
}
