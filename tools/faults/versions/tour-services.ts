import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT, type GatewayCaller, type Member } from '../cluster/call-gateways.ts';
import type { Listener } from './hear-events.ts';

const PATIENCE_MS = 40_000;
const BOUNDARY = 'a-line-that-no-file-has';
const TOLD = ['card-added', 'optin-changed', 'segment-processed', 'survey-answer-submitted'];

/**
 * Uses what the load does not: cards, opt-ins, segments, surveys, persons, their webhook events, and reads that ask every
 * service. Each walk makes new things, and reads those of all walks before.
 */
export class Tour {
  private readonly caller: GatewayCaller;
  private readonly provider: string;
  private readonly listener: Listener;
  private readonly members: readonly Member[];
  private readonly cards: string[] = [];
  private readonly optins: string[] = [];
  private readonly segments: string[] = [];
  private turn = 0;

  constructor(caller: GatewayCaller, provider: string, members: readonly Member[], listener: Listener) {
    this.caller = caller;
    this.provider = provider;
    this.listener = listener;
    this.members = members;
  }

  async walk(): Promise<void> {
    this.turn += 1;
    const member = this.members[0];
    if (!member) throw new Error('the tour needs a member');
    if (this.turn === 1) await this.post('/api/1/terminal/webhooks', { events: TOLD, url: this.listener.url });
    await Promise.all([
      this.answerSurvey(member),
      this.answerOptin(member),
      this.fillSegment(),
      this.renameMember(member),
      this.sendEventOfStranger(),
    ]);
    await this.readEverything(member);
  }

  /** A campaign asks the survey because of a card. */
  private async answerSurvey(member: Member): Promise<void> {
    const answers = [{ id: 'yes', text: 'Yes' }];
    const title = `Survey ${this.turn}`;
    const question_id = `question-${this.turn}`;
    const survey_id = await this.make('/api/1/admin/surveys', {
      title,
      questions: [{ id: question_id, text: 'Well?', answers }],
    });
    const campaign = await this.make('/api/1/admin/campaigns', {
      name: title,
      trigger: { lifecycle: 'card-added' },
      effects: [{ type: 'ask_survey', survey_id }],
    });
    await this.post(`/api/1/admin/campaigns/${campaign}:start`, {});
    const card = await this.takeCard(member);
    await this.until(`the survey of the card ${card} is asked`, async () =>
      JSON.stringify(await this.get('/api/1/survey', member)).includes(survey_id),
    );
    await this.post(`/api/1/survey/${survey_id}/answers`, { question_id, answer_id: 'yes' }, member);
    await this.heard('card-added', member.id, card);
    await this.heard('survey-answer-submitted', survey_id, question_id);
  }

  private async takeCard(member: Member): Promise<string> {
    const definition = await this.make('/api/1/admin/card-definitions', {
      name: `Card ${this.turn}`,
      tiers: [{ name: 'Silver' }],
    });
    const identifier = `601300${String(this.turn).padStart(4, '0')}`;
    await this.make('/api/1/admin/cards', { definition, identifiers: [identifier] });
    await this.post('/api/1/card/add', { identifier }, member);
    this.cards.push(identifier);
    return identifier;
  }

  private async answerOptin(member: Member): Promise<void> {
    const optin_id = await this.make('/api/1/admin/optins', {
      name: { en_GB: `News ${this.turn}` },
      description: { en_GB: 'You may write to me.' },
      purpose: { name: 'marketing', can_be_updated: true, required: false },
    });
    const body = { optins: [{ optin_id, optin: true }] };
    await this.ask({ method: 'PUT', path: '/api/1/user/optins/change', body }, member);
    this.optins.push(optin_id);
    await this.heard('optin-changed', member.id, optin_id);
  }

  /** The file names users of the load. */
  private async fillSegment(): Promise<void> {
    const parts = [
      part('name="title"', `Segment ${this.turn}`),
      part('name="identifier"', this.provider),
      part('name="file"; filename="users.csv"\r\nContent-Type: text/csv', 'steady-0\nsteady-1\nnobody\n'),
    ];
    const path = '/api/1/external-segmentation/external-segment';
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const made = await this.ask({ method: 'POST', path, body: `${parts.join('')}--${BOUNDARY}--\r\n`, type });
    const { id } = made as { id: string };
    this.segments.push(id);
    await this.heard('segment-processed', id);
  }

  private async renameMember(member: Member): Promise<void> {
    const body = { firstName: `Anna ${'I'.repeat(this.turn)}` };
    await this.ask({ method: 'PATCH', path: '/api/1/user/person/me', body }, member);
  }

  private async sendEventOfStranger(): Promise<void> {
    const event = { user_id: 'Z'.repeat(25), event_name: EVENT, data: { n: 1 } };
    const results = JSON.stringify(await this.post('/api/1/terminal/events:batch', [event]));
    demand(results.includes('user-not-found'), `the event of a user who does not exist gets ${results}`);
  }

  private async readEverything(member: Member): Promise<void> {
    const exported = JSON.stringify(await this.get(`/api/1/admin/users/${member.id}/export`));
    const { cards } = (await this.get('/api/2/card/user', member)) as { cards: unknown };
    const person = JSON.stringify(await this.get('/api/1/user/person/me', member));
    const optins = JSON.stringify(await this.get('/api/1/user/optins', member));
    for (const path of ['/api/1/coupon/slips', '/api/1/stack/balances']) await this.get(path, member);
    for (const noun of ['audit', 'campaigns', 'coupons', 'dead-letters']) await this.get(`/api/1/admin/${noun}`);
    await this.get('/api/1/terminal/webhooks');
    demand(person.includes('I'.repeat(this.turn)), 'the person has an old name');
    for (const number of this.cards) {
      demand(JSON.stringify(cards).includes(number), `the card ${number} is not in the list`);
      demand(exported.includes(number), `the card ${number} is not in the export`);
    }
    for (const id of this.optins) demand(optins.includes(id), `the opt-in ${id} is not in the list`);
    for (const id of this.segments) await this.untilMatched(id);
  }

  private untilMatched(id: string): Promise<void> {
    return this.until(`the segment ${id} has its two users`, async () => {
      const segment = await this.get(`/api/1/external-segmentation/external-segment/${id}`);
      return (segment as { internalUserCount?: number }).internalUserCount === 2;
    });
  }

  private heard(event: string, ...texts: string[]): Promise<void> {
    return this.until(`the webhook gets ${event} with ${texts.join(', ')}`, () =>
      Promise.resolve(this.listener.hasHeard(event, texts)),
    );
  }

  private async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; !(await holds());) {
      demand(Date.now() < deadline, `${PATIENCE_MS / 1_000} s were too short until ${what}`);
      await sleep(200);
    }
  }

  private async make(path: string, body: object): Promise<string> {
    return ((await this.post(path, body)) as { id?: string } | undefined)?.id ?? '';
  }

  private post(path: string, body: object, member?: Member): Promise<unknown> {
    return this.ask({ method: 'POST', path, body, key: `${path} ${this.turn}` }, member);
  }

  private get(path: string, member?: Member): Promise<unknown> {
    return this.ask({ method: 'GET', path }, member);
  }

  private async ask(step: Parameters<GatewayCaller['tour']>[1], member?: Member): Promise<unknown> {
    const { status, fault, answer } = await this.caller.tour(this.turn, step, member);
    demand(fault === undefined, `${step.method} ${step.path}: ${status} ${fault ?? ''}`);
    return answer;
  }
}

function part(disposition: string, content: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
