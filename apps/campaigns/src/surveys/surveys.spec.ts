import { surveyAnswerSubmitted } from '@ces/contracts/campaigns/campaigns';
import { balancesOf } from '@ces/contracts/campaigns/stacks';
import {
  answerSurvey,
  createSurvey,
  putSurvey,
  surveysOf,
  type AnswerSurvey,
  type NewSurvey,
  type Survey,
} from '@ces/contracts/campaigns/surveys';
import { eventually } from '@ces/testing/eventually';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource } from 'typeorm';
import { problemOf } from '../../test/problem-of.js';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';

describe('surveys', () => {
  let service: CampaignsUnderTest;
  let events = 0;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  }, 60_000);

  afterAll(() => service.stop());

  const yesOrNo = [{ text: 'Yes' }, { text: 'No' }];

  const newSurvey = (questions: NewSurvey['questions']): Promise<Survey> =>
    service.bus.call(createSurvey, { title: 'Coffee', questions });

  const put = ({ id }: Survey, questions: NewSurvey['questions']): Promise<Survey> =>
    service.bus.call(putSurvey, { id, title: 'Tea', questions });

  const answer = (request: AnswerSurvey) => service.bus.call(answerSurvey, request);

  /** A user whom a campaign has asked the survey. */
  async function asked({ id }: Survey): Promise<string> {
    const [user, event_name] = [newUser(), `asked-${(events += 1)}`];
    await service.run({ trigger: { event_name }, effects: [{ type: 'ask_survey', survey_id: id }] });
    await service.submit([service.fact(user, event_name)]);
    return user;
  }

  it('are asked by a campaign and answered once, and the answer sets off another campaign', async () => {
    const answers = [
      { id: 'yes', text: 'Yes' },
      { id: 'no', text: 'No' },
    ];
    const survey = await newSurvey([{ id: 'like', text: 'Did you like it?', answers }]);
    const stack = await service.newStack();
    await service.run({
      trigger: { lifecycle: 'survey-answered' },
      condition: `event.survey_id == "${survey.id}" && event.answer_id == "yes"`,
      effects: [{ type: 'transaction', stack_id: stack.id, value: 7 }],
    });
    const user_id = await asked(survey);
    expect(await service.bus.call(surveysOf, { user_id })).toMatchObject([{ ...survey, given: [] }]);
    const given = { survey_id: survey.id, question_id: 'like', answer_id: 'yes' };
    expect(await answer({ user_id, ...given })).toEqual(given);
    expect(await answer({ user_id, ...given })).toEqual(given);
    expect(await problemOf(answer({ user_id, ...given, answer_id: 'no' }))).toEqual({
      status: 409,
      code: 'survey-answered',
    });
    expect(await problemOf(answer({ user_id, ...given, question_id: 'other' }))).toEqual({
      status: 400,
      code: 'survey-answer-unknown',
    });
    expect(await service.bus.call(surveysOf, { user_id })).toMatchObject([{ id: survey.id, given: [given] }]);
    const facts = await service.query<{ payload: string }>('SELECT payload FROM outbox WHERE subject = $1', [
      surveyAnswerSubmitted.subject,
    ]);
    expect(facts.map(({ payload }) => JSON.parse(payload) as object)).toEqual([{ user_id, answer: given }]);
    await eventually(async () => {
      expect(await service.bus.call(balancesOf, { user_id })).toMatchObject([{ value: 7 }]);
    });
  });

  it('take no answer from a user who was not asked', async () => {
    const answers = [{ id: 'yes', text: 'Yes' }];
    const survey = await newSurvey([{ id: 'like', text: 'Did you like it?', answers }]);
    await asked(survey);
    const request = { user_id: newUser(), survey_id: survey.id, question_id: 'like', answer_id: 'yes' };
    expect(await problemOf(answer(request))).toEqual({ status: 409, code: 'survey-not-asked' });
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
    const user_id = await asked(survey);
    const [old] = survey.questions;
    const replaced = [{ id: 'new', text: 'New?', answers: [{ id: 'yes', text: 'Yes' }] }];
    const { answered, change } = await service.app.get(DataSource).transaction(async (tx) => {
      await tx.query('UPDATE survey SET questions = $2 WHERE id = $1', [survey.id, JSON.stringify(replaced)]);
      const choice = { question_id: old?.id ?? '', answer_id: old?.answers[0]?.id ?? '' };
      const answered = problemOf(answer({ user_id, survey_id: survey.id, ...choice }));
      const change = put(survey, [{ text: 'New?', answers: [{ text: 'Yes' }] }]);
      await untilBlocked(service, { count: 2 });
      return { answered, change };
    });
    expect(await answered).toEqual({ status: 400, code: 'survey-answer-unknown' });
    expect((await change).questions).toEqual(replaced);
  });
});
