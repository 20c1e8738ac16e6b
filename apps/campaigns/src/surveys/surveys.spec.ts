import { surveyAnswerSubmitted } from '@ces/contracts/campaigns/campaigns';
import { balancesOf } from '@ces/contracts/campaigns/stacks';
import {
  answerSurvey,
  createSurvey,
  getSurvey,
  listSurveys,
  putSurvey,
  surveyResults,
  surveysOf,
  type AnswerSurvey,
  type AskedSurvey,
  type NewSurvey,
  type Survey,
} from '@ces/contracts/campaigns/surveys';
import { inCall } from '@ces/messaging/calls/call-context';
import { Transactions } from '@ces/messaging/storage/transactions';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { eventually } from '@ces/testing/eventually';
import type { Paged } from '@ces/contracts/paging';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { problemOf, refusalOf } from '../../test/problem-of.js';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';
import { SurveyStore } from './survey.store.js';
import { SurveysService } from './surveys.service.js';

describe('surveys', () => {
  let service: CampaignsUnderTest;
  let events = 0;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  const yesOrNo = [{ text: 'Yes' }, { text: 'No' }];

  const newSurvey = (questions: NewSurvey['questions']): Promise<Survey> =>
    service.bus.call(createSurvey, { title: 'Coffee', questions });

  const put = ({ id }: Survey, questions: NewSurvey['questions']): Promise<Survey> =>
    service.bus.call(putSurvey, { id, title: 'Tea', questions });

  const answer = (request: AnswerSurvey) => service.bus.call(answerSurvey, request);

  const surveysAsked = async (user_id: string) => (await service.bus.call(surveysOf, { user_id })).items;

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
    const { key, ...shown } = survey;
    expect(key).toBeNull();
    expect(await surveysAsked(user_id)).toMatchObject([{ ...shown, given: [] }]);
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
    expect(await surveysAsked(user_id)).toMatchObject([{ id: survey.id, given: [given] }]);
    const facts = await service.query<{ payload: string }>('SELECT payload FROM outbox WHERE subject = $1', [
      surveyAnswerSubmitted.subject,
    ]);
    expect(facts.map(({ payload }) => JSON.parse(payload) as object)).toEqual([{ user_id, answer: given }]);
    await eventually(async () => {
      expect(await service.bus.call(balancesOf, { user_id })).toMatchObject([{ value: 7 }]);
    });
  });

  it('count their answers, also those to choices that are gone', async () => {
    const choices = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }));
    const survey = await newSurvey([
      { id: 'q', text: 'Which?', answers: choices },
      { id: 'p', text: 'Why?', answers: choices },
    ]);
    for (const answer_id of ['a', 'a', 'b']) {
      const user_id = await asked(survey);
      await answer({ user_id, survey_id: survey.id, question_id: 'q', answer_id });
    }
    const results = () => service.bus.call(surveyResults, { id: survey.id });
    const [first, second] = (await results()).questions;
    expect(first).toMatchObject({ id: 'q', users: 3, answers: [{ users: 2 }, { users: 1 }, { users: 0 }], removed: 0 });
    expect(second).toMatchObject({ id: 'p', users: 0, removed: 0 });
    await put(survey, [{ id: 'q', text: 'Which?', answers: choices.slice(1) }]);
    expect(await results()).toEqual({
      survey_id: survey.id,
      questions: [
        {
          ...{ id: 'q', text: 'Which?', users: 3, removed: 2 },
          answers: [
            { id: 'b', text: 'B', users: 1 },
            { id: 'c', text: 'C', users: 0 },
          ],
        },
      ],
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

  it('that do not exist are neither read, put nor answered', async () => {
    const questions = [{ text: 'Why?', answers: yesOrNo }];
    for (const id of [randomUUID(), 'coffee']) {
      const calls = [
        service.bus.call(getSurvey, { id }),
        service.bus.call(surveyResults, { id }),
        service.bus.call(putSurvey, { id, title: 'Tea', questions }),
        answer({ user_id: newUser(), survey_id: id, question_id: 'q', answer_id: 'a' }),
      ];
      const notFound = { status: 404, code: 'survey-not-found' };
      expect(await Promise.all(calls.map(problemOf))).toEqual(Array(4).fill(notFound));
    }
  });

  it('are found by a part of their title, the newest first', async () => {
    const questions = [{ text: 'Why?', answers: yesOrNo }];
    const titled = (title: string) => service.bus.call(createSurvey, { title, questions });
    const [first, second] = [await titled('Croissant 1'), await titled('croissant 2')];
    expect((await service.bus.call(listSurveys, { q: 'ROISS' })).items).toEqual([second, first]);
    expect((await service.bus.call(listSurveys, { q: 'ROISS', limit: 1 })).next).toBe(second.id);
  });

  it('take no answer of a closed account', async () => {
    const survey = await newSurvey([{ id: 'q', text: 'Why?', answers: [{ id: 'a', text: 'So' }] }]);
    const user = await asked(survey);
    await service.app
      .get(Transactions)
      .run(() => service.app.get(ClosedUsers).noteClosing(user, { state: 'closed', at: new Date().toISOString() }));
    const call = answer({ user_id: user, survey_id: survey.id, question_id: 'q', answer_id: 'a' });
    expect(await problemOf(call)).toEqual({ status: 404, code: 'user-not-found' });
  });

  it('take one answer of several that come at once, and say which part of an answer they do not know', async () => {
    const answers = [
      { id: 'a', text: 'A' },
      { id: 'b', text: 'B' },
    ];
    const survey = await newSurvey([{ id: 'q', text: 'Why?', answers }]);
    const user = await asked(survey);
    const give = (question_id: string, answer_id: string) =>
      answer({ user_id: user, survey_id: survey.id, question_id, answer_id });
    const given = await Promise.allSettled(['a', 'b', 'a', 'b'].map((each) => give('q', each)));
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await service.query('SELECT FROM survey_answer WHERE user_id = $1', [user])).toHaveLength(1);
    const unknown = (...pointers: string[]) => ({ status: 400, code: 'survey-answer-unknown', pointers });
    expect(await refusalOf(give('q', 'c'))).toEqual(unknown('#/answer_id'));
    expect(await refusalOf(give('p', 'a'))).toEqual(unknown('#/question_id'));
  });

  it('name the user beside a recorded answer, so that an erasure finds it', async () => {
    const survey = await newSurvey([{ id: 'q', text: 'Why?', answers: [{ id: 'a', text: 'So' }] }]);
    const user_id = await asked(survey);
    const idempotency = { scope: 'cl POST', key: 'answer', hash: 'h' };
    const choice = { user_id, survey_id: survey.id, question_id: 'q', answer_id: 'a' };
    await inCall({ requestId: 'spec', idempotency }, () => answer(choice));
    expect(await service.query('SELECT user_id FROM idempotency_key')).toEqual([{ user_id }]);
  });

  describe('that a user was asked', () => {
    const ask = (user_id: string, ...surveys: Survey[]) =>
      service.app
        .get(Transactions)
        .run(() =>
          service.app
            .get(SurveysService)
            .ask(
              surveys.map(({ id }) => ({ user_id, survey_id: id, campaign_id: randomUUID(), event_id: randomUUID() })),
            ),
        );
    const plain = () => newSurvey([{ id: 'q', text: 'Why?', answers: [{ id: 'a', text: 'So' }] }]);

    it('come the latest first; one that is asked again comes first, once, with its answers', async () => {
      const [first, second, user_id, other] = [await plain(), await plain(), newUser(), newUser()];
      await ask(other, first, second);
      await answer({ user_id: other, survey_id: second.id, question_id: 'q', answer_id: 'a' });
      await ask(user_id, first);
      await answer({ user_id, survey_id: first.id, question_id: 'q', answer_id: 'a' });
      await ask(user_id, second);
      const list = async () => (await surveysAsked(user_id)).map(({ id }) => id);
      expect(await list()).toEqual([second.id, first.id]);
      await ask(user_id, first, first);
      expect(await list()).toEqual([first.id, second.id]);
      const given = [{ survey_id: first.id, question_id: 'q', answer_id: 'a' }];
      expect(await surveysAsked(user_id)).toMatchObject([{ given }, { given: [] }]);
      expect(await surveysAsked(newUser())).toEqual([]);
    });

    it('are all shown, page by page', async () => {
      const [survey, user_id] = [await plain(), newUser()];
      const copies = await service.query<{ id: string }>(
        `INSERT INTO survey SELECT gen_random_uuid(), title, questions, created_at FROM survey, generate_series(1, 11)
          WHERE id = $1 RETURNING id`,
        [survey.id],
      );
      // All are asked at one moment.
      await ask(user_id, survey, ...copies.map(({ id }) => ({ ...survey, id })));
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const request = { user_id, limit: 5, ...(cursor === '' ? {} : { cursor }) };
        const page: Paged<AskedSurvey> = await service.bus.call(surveysOf, request);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next;
      }
      expect(seen).toEqual([survey.id, ...copies.map(({ id }) => id)].sort().reverse());
    });
  });

  it('count their answers no longer than a caller waits', async () => {
    const limits: unknown[] = [];
    const countAnswers = async () => {
      limits.push(await service.app.get(Transactions).current.query('SHOW statement_timeout'));
      return [];
    };
    Object.assign(service.app.get(SurveyStore), { countAnswers });
    const { id } = await newSurvey([{ text: 'Long?', answers: yesOrNo }]);
    await service.bus.call(surveyResults, { id });
    expect(limits).toEqual([[{ statement_timeout: '5s' }]]);
  });
});
