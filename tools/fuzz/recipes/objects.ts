import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { People } from './people.ts';
import { Shelf } from './shelf.ts';
import type { WorldApi } from '../world-api.ts';

interface Made {
  id: string;
}

const patienceMs = 20_000;

/** Everything except people that paths and bodies name by an id. */
export class Objects {
  readonly #api: WorldApi;
  readonly #people: People;
  readonly #webhooks: pg.Pool;
  readonly #receiver: string;

  readonly events = new Shelf(() => this.#event());
  readonly clients = new Shelf(() => this.#client());
  readonly providers = new Shelf(() => this.#provider());
  readonly definitions = new Shelf(() =>
    this.#make('card-definitions', { name: `d-${randomUUID()}`, users_per_card: 100 }),
  );
  readonly cards = new Shelf(() => this.#card());
  readonly heldCards = new Shelf(() => this.#heldCard());
  readonly optins = new Shelf(() => this.#make('optins', newOptin()));
  readonly webhooks = new Shelf(() => this.#webhook());
  readonly batches = new Shelf(() => this.#batch());
  readonly coupons = new Shelf(() => this.#make('coupons', { title: 'Coffee', generate: { count: 1_000 } }));
  readonly stacks = new Shelf(() => this.#make('stacks', { name: 'Points' }));
  readonly surveys = new Shelf(() => this.#make('surveys', newSurvey()));
  readonly campaigns = new Shelf(() => this.#campaign());
  readonly runningCampaigns = new Shelf(() => this.#runningCampaign());
  readonly backtests = new Shelf(() => this.#backtest());
  readonly slips = new Shelf(() => this.#slip());
  readonly askedSurveys = new Shelf(() => this.#askedSurvey());
  readonly segments = new Shelf(() => this.#segment());
  readonly imports = new Shelf(() => this.#import());
  readonly operators = new Shelf(() =>
    this.#make('operators', { name: 'Fuzz', email: `${randomUUID()}@example.com`, role: 'auditor' }),
  );
  readonly jobs = new Shelf(() => this.#make('dead-letters:replay', { service: 'cards', subject: 'cards.fuzz' }));
  readonly reconciliations = new Shelf(() => this.#make('reconciliations', {}));
  readonly codeImports = new Shelf(() => this.#codeImport());
  readonly deadLetters = new Shelf(() => this.#deadLetter());

  constructor(api: WorldApi, people: People, webhooksDatabase: string, receiver: string) {
    this.#api = api;
    this.#people = people;
    this.#webhooks = new pg.Pool({ connectionString: webhooksDatabase, max: 2 });
    this.#receiver = receiver;
  }

  close(): Promise<void> {
    return this.#webhooks.end();
  }

  definition(name: string): object {
    return {
      $id: `${this.#api.stack.base_url}/api/1/terminal/events/${name}`,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { amount: { type: 'integer' } },
    };
  }

  webhook(): object {
    return { events: ['user-deleted'], url: this.#receiver, headers: { 'X-Mine': 'mine' } };
  }

  /** Each use makes one, because a reader that has gone leaves it to the next hour. */
  async listener(): Promise<Made> {
    await this.forgetListeners();
    return this.#api.call('POST', '/api/1/terminal/listeners', { body: { events: ['user-deleted'] } });
  }

  /** A client may have twenty. */
  async forgetListeners(): Promise<void> {
    await this.#webhooks.query(`DELETE FROM listener WHERE read_at < now() - interval '2 seconds'`);
  }

  async campaign(): Promise<object> {
    const [{ name }, stack] = [await this.events.any(), await this.stacks.any()];
    return {
      name: 'Fuzz',
      trigger: { event_name: name },
      condition: 'event.amount > 1000000',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    };
  }

  #make(kind: string, body: object): Promise<Made> {
    return this.#api.call('POST', `/api/1/admin/${kind}`, { body });
  }

  async #event(): Promise<{ name: string }> {
    const name = `fuzz-${randomUUID()}`;
    await this.#api.call('PUT', `/api/1/terminal/events/${name}`, { body: this.definition(name) });
    return { name };
  }

  #client(): Promise<Made> {
    return this.#make('clients', { name: 'Fuzz', scopes: ['webhooks', 'users:read'] });
  }

  async #provider(): Promise<{ name: string }> {
    const name = `p-${randomUUID().slice(0, 13)}`;
    const body = { issuer: `https://${name}.invalid`, client_ids: ['fuzz'] };
    await this.#api.call('PUT', `/api/1/admin/providers/${name}`, { body });
    return { name };
  }

  /** Each card has its own definition, because a random request may rename a shared one, or `default`. */
  async #card(): Promise<Made & { identifier: string }> {
    const { id } = await this.definitions.fresh();
    const body = { definition: id, identifiers: [newCardNumber()] };
    type Issued = { cards: (Made & { identifier: string })[] };
    const [card] = (await this.#api.call<Issued>('POST', '/api/1/admin/cards', { body })).cards;
    if (!card) throw new Error('no card was issued');
    return card;
  }

  /** Each card has its own person, because an account has room for few cards. */
  async #heldCard(): Promise<Made & { user_id: string; token: string }> {
    const registration = await this.#people.registrations.fresh();
    const { user_id, username, password, auth_nonce } = registration;
    const { id, identifier } = await this.cards.fresh();
    await this.#api.call('POST', '/api/1/card/add', { body: { auth_nonce, identifier } });
    await this.#people.complete(registration);
    const nonce = await this.#api.mailedNonce(username);
    await this.#api.call('POST', '/api/1/user/activator/uniquelink', { body: { nonce } });
    return { id, user_id, token: await this.#api.userToken(username, password) };
  }

  #webhook(): Promise<Made> {
    return this.#api.call('POST', '/api/1/terminal/webhooks', { body: this.webhook() });
  }

  async #batch(): Promise<Made & { batch: string }> {
    const { id } = await this.#webhook();
    const path = `/api/1/oauth2/provider/${this.#api.stack.provider}/${randomUUID()}`;
    const { user_id } = await this.#api.call<{ user_id: string }>('POST', path);
    await this.#api.call('POST', `/api/1/user/${user_id}/delete`);
    return until(async () => {
      const attempts = `/api/1/terminal/webhooks/${id}/attempts?limit=1`;
      const [attempt] = await this.#api.call<{ batch_id: string }[]>('GET', attempts);
      return attempt && { id, batch: attempt.batch_id };
    });
  }

  async #backtest(): Promise<Made> {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const body = { campaign: await this.campaign(), since };
    return this.#api.call('POST', '/api/1/admin/campaigns:backtest', { body });
  }

  async #codeImport(): Promise<{ id: string; import_id: string }> {
    const { id } = await this.coupons.fresh();
    const form = new FormData();
    form.set('file', new Blob([`${randomUUID()}\n`], { type: 'text/csv' }), 'codes.csv');
    const begun = await this.#api.call<Made>('POST', `/api/1/admin/coupons/${id}/codes`, { form });
    return { id, import_id: begun.id };
  }

  async #campaign(): Promise<Made> {
    return this.#make('campaigns', await this.campaign());
  }

  async #runningCampaign(): Promise<Made> {
    const campaign = await this.campaigns.fresh();
    await this.#api.call('POST', `/api/1/admin/campaigns/${campaign.id}:start`);
    return campaign;
  }

  async #reward(user_id: string, effect: object): Promise<void> {
    const { name } = await this.events.fresh();
    const campaign = { name: 'Fuzz', trigger: { event_name: name }, effects: [effect] };
    const { id } = await this.#make('campaigns', campaign);
    await this.#api.call('POST', `/api/1/admin/campaigns/${id}:start`);
    await this.#api.call('POST', `/api/1/terminal/${user_id}/events/${name}`, { body: { amount: 1 } });
  }

  /** The person is new, because a disturbed request may remove a shared one before the reward is granted. */
  async #slip(): Promise<Made & { token: string; coupon_id: string; code: string }> {
    const [{ user_id, token }, coupon] = [await this.#people.persons.fresh(), await this.coupons.fresh()];
    await this.#reward(user_id, { type: 'claim_coupon', coupon_id: coupon.id });
    type Slip = Made & { couponId: string; ticket: { code: string } };
    const slip = await until(async () => {
      const slips = await this.#api.call<Slip[]>('GET', '/api/1/coupon/slips', { token });
      return slips.find(({ couponId }) => couponId === coupon.id);
    });
    return { id: slip.id, token, coupon_id: coupon.id, code: slip.ticket.code };
  }

  async #askedSurvey(): Promise<Made & { token: string }> {
    const [{ user_id, token }, survey] = [await this.#people.persons.fresh(), await this.surveys.fresh()];
    await this.#reward(user_id, { type: 'ask_survey', survey_id: survey.id });
    // The list shows only the last ten surveys. An answer to a survey that was not asked yet is refused.
    await until(async () => {
      const asked = await this.#api.call<Made[]>('GET', '/api/1/survey', { token });
      return asked.find(({ id }) => id === survey.id);
    });
    return { id: survey.id, token };
  }

  async #segment(): Promise<Made> {
    const form = new FormData();
    form.set('title', 'Fuzz');
    form.set('identifier', this.#api.stack.provider);
    form.set('file', new Blob([`${randomUUID()}\n`], { type: 'text/csv' }), 'readers.csv');
    const path = '/api/1/external-segmentation/external-segment';
    const { id } = await this.#api.call<Made>('POST', path, { form });
    return until(async () => {
      const segment = await this.#api.call<Made & { state: string }>('GET', `${path}/${id}`);
      return segment.state === 'processed' ? segment : undefined;
    });
  }

  async #import(): Promise<Made> {
    const form = new FormData();
    form.set('file', new Blob([`${newMember()}\n{}`]), 'members.ndjson');
    return this.#api.call<Made>('POST', '/api/1/admin/imports', { form });
  }

  /** Writes a dead letter as a consumer does. A replay handles it like any other fact. */
  async #deadLetter(): Promise<Made> {
    const [id, message] = [randomUUID(), randomUUID()];
    await this.#webhooks.query(
      `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
       VALUES ($1, 'webhooks-identity-user-registered', 'identity.user-registered', $2, $3, 'of the fuzz run', 6)`,
      [id, message, JSON.stringify({ user_id: 'nobody' })],
    );
    return { id };
  }
}

export function newMember(): string {
  return JSON.stringify({ username: `${randomUUID()}@example.com`, person: { firstName: 'Mia', lastName: 'Berg' } });
}

export function newCardNumber(): string {
  return `60${randomUUID().replaceAll('-', '').slice(0, 14)}`;
}

export function newOptin(): object {
  const purpose = { name: 'marketing', can_be_updated: true, required: false };
  return { name: { en_GB: 'Newsletter' }, description: { en_GB: 'We may send you our newsletter.' }, purpose };
}

export function newSurvey(): object {
  const answers = [{ id: 'yes', text: 'Yes' }];
  return { title: 'Your last visit', questions: [{ id: 'like', text: 'Did you like it?', answers }] };
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error('a prepared object did not appear in time');
}
