import { surveyAnswerSubmitted } from '@ces/contracts/campaigns/campaigns';
import type { NewSurvey, Survey } from '@ces/contracts/campaigns/surveys';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { DataSource } from 'typeorm';
import { CampaignWorld } from '../platform/campaign-world.js';
import { problem } from '../platform/event-world.js';

describe('surveys', () => {
  let platform: Platform;
  let world: CampaignWorld;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'campaigns');
    world = new CampaignWorld(platform);
  }, 90_000);

  afterAll(() => platform.stop());

  const yesOrNo = [{ text: 'Yes' }, { text: 'No' }];

  async function newSurvey(questions: NewSurvey['questions']): Promise<Survey> {
    return (await platform.api.post('/api/1/admin/surveys', { title: 'Coffee', questions })).body as Survey;
  }

  async function put({ id }: Survey, questions: NewSurvey['questions']): Promise<Survey> {
    return (await platform.api.put(`/api/1/admin/surveys/${id}`, { title: 'Tea', questions })).body as Survey;
  }

  /** A user whom a campaign has asked it. */
  async function asked({ id }: Survey): Promise<string> {
    const [user, event] = [await world.newUser(), await world.newEvent()];
    await world.run({ trigger: { event_name: event }, effects: [{ type: 'ask_survey', survey_id: id }] });
    await world.judged(user, event);
    return user;
  }

  it('a survey is asked by a campaign, answered once, and the answer sets off another', async () => {
    const answers = [
      { id: 'yes', text: 'Yes' },
      { id: 'no', text: 'No' },
    ];
    const body = { title: 'Coffee', questions: [{ id: 'like', text: 'Did you like it?', answers }] };
    const survey = (await platform.api.post('/api/1/admin/surveys', body)).body as Survey;
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    await world.run({ trigger: { event_name: event }, effects: [{ type: 'ask_survey', survey_id: survey.id }] });
    await world.run({
      trigger: { lifecycle: 'survey-answered' },
      condition: `event.survey_id == "${survey.id}" && event.answer_id == "yes"`,
      effects: [{ type: 'transaction', stack_id: stack.id, value: 7 }],
    });
    await world.judged(user, event);
    const asUser = await platform.asUser(user, 'account');
    expect((await asUser.get('/api/1/survey')).body).toMatchObject([{ ...survey, given: [] }]);
    const path = `/api/1/survey/${survey.id}/answers`;
    const answer = { question_id: 'like', answer_id: 'yes' };
    const given = { survey_id: survey.id, ...answer };
    expect(await asUser.post(path, answer)).toMatchObject({ status: 201, body: given });
    expect(await asUser.post(path, answer)).toMatchObject({ status: 201, body: given });
    expect(problem(await asUser.post(path, { ...answer, answer_id: 'no' }))).toEqual({
      status: 409,
      code: 'survey-answered',
    });
    expect(problem(await asUser.post(path, { ...answer, question_id: 'other' }))).toEqual({
      status: 400,
      code: 'survey-answer-unknown',
    });
    const facts = await platform.campaigns
      .get(DataSource)
      .query<{ payload: string }[]>('SELECT payload FROM outbox WHERE subject = $1', [surveyAnswerSubmitted.subject]);
    expect(facts.map(({ payload }) => JSON.parse(payload) as object)).toEqual([{ user_id: user, answer: given }]);
    await eventually(async () => {
      expect(await world.balances(user)).toMatchObject([{ value: 7 }]);
    });
  });

  it('is answered by nobody who was not asked', async () => {
    const answers = [{ id: 'yes', text: 'Yes' }];
    const survey = await newSurvey([{ id: 'like', text: 'Did you like it?', answers }]);
    await asked(survey);
    const other = await platform.asUser(await world.newUser(), 'account');
    const answer = await other.post(`/api/1/survey/${survey.id}/answers`, { question_id: 'like', answer_id: 'yes' });
    expect(problem(answer)).toEqual({ status: 409, code: 'survey-not-asked' });
  });

  it('keep the ids of questions and answers that are put again without them', async () => {
    const why = { text: 'Why?', answers: yesOrNo };
    const survey = await newSurvey([why, { text: 'Again?', answers: yesOrNo }, why]);
    const [first, second, third] = survey.questions;
    const changed = await put(survey, [
      { text: 'New?', answers: yesOrNo },
      why,
      { id: second?.id ?? '', text: 'Once more?', answers: [{ text: 'No' }, { text: 'Perhaps' }] },
      why,
    ]);
    expect(changed.questions.map(({ id }) => id)).toEqual([
      expect.not.stringMatching([first, second, third].map((each) => each?.id).join('|')),
      ...[first?.id, second?.id, third?.id],
    ]);
    expect(changed.questions[1]).toEqual(first);
    expect(changed.questions[2]?.answers[0]).toEqual(second?.answers[1]);
    expect(second?.answers.map(({ id }) => id)).not.toContain(changed.questions[2]?.answers[1]?.id);
  });

  it('do not change while they are answered, nor under another change', async () => {
    const survey = await newSurvey([{ text: 'Old?', answers: yesOrNo }]);
    const asUser = await platform.asUser(await asked(survey), 'account');
    const [old] = survey.questions;
    const replaced = [{ id: 'new', text: 'New?', answers: [{ id: 'yes', text: 'Yes' }] }];
    const { answer, change } = await platform.campaigns.get(DataSource).transaction(async (tx) => {
      await tx.query('UPDATE survey SET questions = $2 WHERE id = $1', [survey.id, JSON.stringify(replaced)]);
      const given = { question_id: old?.id, answer_id: old?.answers[0]?.id };
      const answer = asUser.post(`/api/1/survey/${survey.id}/answers`, given);
      const change = put(survey, [{ text: 'New?', answers: [{ text: 'Yes' }] }]);
      await waitingForLocks(2);
      return { answer, change };
    });
    expect(problem(await answer)).toEqual({ status: 400, code: 'survey-answer-unknown' });
    expect((await change).questions).toEqual(replaced);
  });

  /** Asked on a connection of its own: a transaction sees the activity as it was when it looked first. */
  async function waitingForLocks(count: number): Promise<void> {
    await eventually(async () => {
      const waiting = await platform.campaigns
        .get(DataSource)
        .query<unknown[]>(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
      expect(waiting).toHaveLength(count);
    });
  }
});
