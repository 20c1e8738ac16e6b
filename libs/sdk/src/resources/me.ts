import type {
  AskedSurvey,
  Balance,
  Card,
  DeletionRequested,
  LedgerEntry,
  Optin,
  PersonChange,
  PersonData,
  SlipFlags,
  SurveyAnswer,
  UserCards,
  UserSlip,
} from '../generated/api.ts';
import type { Items } from '../http/items.ts';
import { at, type CallOptions, type Query, type Transport } from '../http/transport.ts';

/** The calls of a user, with a token of their own. */
export class Me {
  private readonly http: Transport;

  constructor(http: Transport) {
    this.http = http;
  }

  person(options?: CallOptions): Promise<PersonData> {
    return this.http.get('/api/1/user/person/me', options);
  }

  changePerson(change: PersonChange, options?: CallOptions): Promise<PersonData> {
    return this.http.json('PATCH', '/api/1/user/person/me', { ...options, body: change });
  }

  changePassword(password: string, newPassword: string, options?: CallOptions): Promise<void> {
    return this.http.post('/api/1/user/password/change', { password, new_password: newPassword }, options);
  }

  /** The featured card comes first. */
  async cards(options?: CallOptions): Promise<Card[]> {
    return (await this.http.get<UserCards>('/api/2/card/user', options)).cards;
  }

  addCard(identifier: string, options?: CallOptions): Promise<Card> {
    return this.http.post('/api/1/card/add', { identifier }, options);
  }

  optins(options?: CallOptions): Promise<Optin[]> {
    return this.http.get('/api/1/user/optins', options);
  }

  /** Answers by the ids of the opt-ins. */
  answerOptins(answers: Record<string, boolean>, options?: CallOptions): Promise<Optin[]> {
    const optins = Object.entries(answers).map(([optin_id, optin]) => ({ optin_id, optin }));
    return this.http.json('PUT', '/api/1/user/optins/change', { ...options, body: { optins } });
  }

  slips(query?: Query, options?: CallOptions): Items<UserSlip> {
    return this.http.list('/api/1/coupon/slips', query, options);
  }

  changeSlip(id: string, flags: SlipFlags, options?: CallOptions): Promise<UserSlip> {
    return this.http.json('PATCH', at`/api/1/coupon/slips/${id}`, { ...options, body: flags });
  }

  balances(options?: CallOptions): Items<Balance> {
    return this.http.list('/api/1/stack/balances', {}, options);
  }

  transactions(query?: Query, options?: CallOptions): Items<LedgerEntry> {
    return this.http.list('/api/1/stack/transactions', query, options);
  }

  surveys(options?: CallOptions): Items<AskedSurvey> {
    return this.http.list('/api/1/survey', {}, options);
  }

  answerSurvey(surveyId: string, questionId: string, answerId: string, options?: CallOptions): Promise<SurveyAnswer> {
    const answer = { question_id: questionId, answer_id: answerId };
    return this.http.post(at`/api/1/survey/${surveyId}/answers`, answer, options);
  }

  /** Mails a link, with which the user confirms. */
  requestDeletion(options?: CallOptions): Promise<DeletionRequested> {
    return this.http.post('/api/1/user/delete/request', undefined, options);
  }
}
