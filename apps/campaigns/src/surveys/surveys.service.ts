import type { AskedSurvey, NewSurvey, PutSurvey, Survey, SurveysOf } from '@ces/contracts/campaigns/surveys';
import type { Paged, SearchPage } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { containing } from '@ces/service/database/search';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { In, LessThan, type FindOneOptions } from 'typeorm';
import { withIds } from './question-ids.js';
import { SurveyEntity } from './survey.entity.js';
import { SurveyStore, type AskedRow, type Asking } from './survey.store.js';

export type { Asking } from './survey.store.js';

@Injectable()
export class SurveysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: SurveyStore,
  ) {}

  create({ title, questions }: NewSurvey): Promise<Survey> {
    const identified = withIds(questions, []);
    return this.transactions.run(async () => {
      const id = newId();
      const row = { id, title, questions: identified, created_at: new Date() };
      await this.transactions.of(SurveyEntity).insert(row);
      return this.get(id);
    });
  }

  /** Answers that were given stay, and questions and answers keep their ids. */
  put({ id, title, questions }: PutSurvey): Promise<Survey> {
    return this.transactions.run(async () => {
      const survey = await this.find(id, { mode: 'for_no_key_update' });
      await demandUnchanged(() => Promise.resolve(survey));
      const identified = withIds(questions, survey.questions);
      await this.transactions.of(SurveyEntity).update(survey.id, { title, questions: identified });
      return this.get(survey.id);
    });
  }

  get(id: string): Promise<Survey> {
    return this.find(id);
  }

  /** The survey, which does not change until the transaction ends. */
  getUnchanging(id: string): Promise<Survey> {
    return this.find(id, { mode: 'pessimistic_read' });
  }

  list({ q, ...page }: SearchPage): Promise<Paged<Survey>> {
    const read = (before: string | null, atMost: number) =>
      this.transactions.of(SurveyEntity).find({
        where: {
          ...(before === null ? {} : { id: LessThan(before) }),
          ...(q === undefined ? {} : { title: containing(q) }),
        },
        order: { id: 'DESC' },
        take: atMost,
      });
    return pageOf(page, read, toSurvey);
  }

  ofUser({ user_id, ...page }: SurveysOf): Promise<Paged<AskedSurvey>> {
    const read = (before: string | null, atMost: number) => this.store.askedOf(user_id, before, atMost);
    return pageOf(page, read, toAskedSurvey);
  }

  async ask(asked: Asking[]): Promise<void> {
    if (asked.length > 0) await this.store.ask(asked);
  }

  async known(ids: string[]): Promise<Set<string>> {
    const rows = await this.transactions
      .of(SurveyEntity)
      .find({ select: { id: true }, where: { id: In(ids.filter(isUuid)) } });
    return new Set(rows.map(({ id }) => id));
  }

  private async find(id: string, lock?: FindOneOptions['lock']): Promise<Survey> {
    const options = { where: { id }, ...(lock ? { lock } : {}) };
    const row = isUuid(id) ? await this.transactions.of(SurveyEntity).findOne(options) : null;
    if (!row) throw new Problem('survey-not-found', 'There is no survey of this id.');
    return toSurvey(row);
  }
}

function toSurvey({ id, key, title, questions, created_at }: SurveyEntity): Survey {
  return { id, key, title, questions, created: created_at.toISOString() };
}

function toAskedSurvey(row: AskedRow): AskedSurvey {
  const { id, title, questions, created_at, asked_at, given } = row;
  return {
    id,
    title,
    questions,
    created: created_at.toISOString(),
    asked_at: asked_at.toISOString(),
    given: given ?? [],
  };
}
