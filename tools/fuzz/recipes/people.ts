import { randomUUID } from 'node:crypto';
import { Shelf } from './shelf.ts';
import type { WorldApi } from '../world-api.ts';

export interface Registration {
  user_id: string;
  username: string;
  password: string;
  auth_nonce: string;
}

export interface Person extends Registration {
  token: string;
}

const password = 'correct horse battery';

export function newUsername(): string {
  return `fuzz.${randomUUID()}@example.org`;
}

export class People {
  readonly #api: WorldApi;
  /** Row 5 made them, without a name. */
  readonly users = new Shelf(() => this.#user());
  /** Registrations after row 12. */
  readonly begun = new Shelf(() => this.#begin());
  /** Ready for row 19. */
  readonly registrations = new Shelf(() => this.#registration());
  /** Nonces of activation mails. */
  readonly activations = new Shelf(() => this.#activation());
  readonly persons = new Shelf(() => this.#person());
  /** Nonces of deletion mails. */
  readonly deletions = new Shelf(() => this.#deletion());
  /** Nonces of mails for a new password. */
  readonly resets = new Shelf(() => this.#reset());
  readonly closed = new Shelf(() => this.#closed());
  readonly deactivated = new Shelf(() => this.#deactivated());

  constructor(api: WorldApi) {
    this.#api = api;
  }

  async #user(): Promise<{ user_id: string; owner_id: string }> {
    const owner_id = randomUUID();
    const path = `/api/1/oauth2/provider/${this.#api.stack.provider}/${owner_id}`;
    const { user_id } = await this.#api.call<{ user_id: string }>('POST', path);
    return { user_id, owner_id };
  }

  async #begin(): Promise<Registration> {
    const username = newUsername();
    const body = { username, password };
    type Begun = { user_id: string; nonce: string };
    const { user_id, nonce } = await this.#api.call<Begun>('POST', '/api/1/user/credentials', { body });
    return { user_id, username, password, auth_nonce: nonce };
  }

  async #registration(): Promise<Registration> {
    const begun = await this.begun.fresh();
    const { auth_nonce } = begun;
    const person = { auth_nonce, firstName: 'Anneliese', lastName: 'Bergström' };
    await this.#api.call('POST', '/api/1/user/person', { body: person });
    await again(() => this.#answerOptins(auth_nonce));
    return begun;
  }

  /** A registration is complete only with answers to all opt-ins that are asked. */
  async #answerOptins(auth_nonce: string): Promise<void> {
    const asked = await this.#api.call<{ id: string }[]>('GET', `/api/1/user/optins?auth_nonce=${auth_nonce}`);
    const optins = asked.slice(0, 200).map(({ id }) => ({ optin_id: id, optin: true }));
    if (optins.length > 0) await this.#api.call('PUT', '/api/1/user/optins/change', { body: { auth_nonce, optins } });
  }

  /** Row 19. Opt-ins that are defined meanwhile are asked, too. */
  async complete({ auth_nonce }: Registration): Promise<void> {
    await again(async () => {
      await this.#answerOptins(auth_nonce);
      await this.#api.call('POST', '/api/1/user/complete', { body: { auth_nonce } });
    });
  }

  async #activation(): Promise<Registration & { nonce: string }> {
    const registration = await this.registrations.fresh();
    await this.complete(registration);
    return { ...registration, nonce: await this.#api.mailedNonce(registration.username) };
  }

  async #person(): Promise<Person & { mailed: string }> {
    const { nonce, ...registered } = await this.activations.fresh();
    await this.#api.call('POST', '/api/1/user/activator/uniquelink', { body: { nonce } });
    const token = await this.#api.userToken(registered.username, password);
    return { ...registered, token, mailed: nonce };
  }

  async #deletion(): Promise<{ nonce: string }> {
    const { user_id, username, mailed } = await this.persons.fresh();
    await this.#api.call('POST', `/api/1/user/${user_id}/delete`);
    return { nonce: await this.#api.mailedNonce(username, mailed) };
  }

  async #reset(): Promise<{ nonce: string }> {
    const { username, mailed } = await this.persons.fresh();
    await this.#api.call('POST', '/api/1/user/password/forgot', { body: { username } });
    return { nonce: await this.#api.mailedNonce(username, mailed) };
  }

  /** Has an address, because an account without one is erased at once. */
  async #closed(): Promise<{ user_id: string }> {
    const { user_id } = await this.persons.fresh();
    await this.#api.call('POST', `/api/1/user/${user_id}/delete`);
    return { user_id };
  }

  async #deactivated(): Promise<{ user_id: string }> {
    const { user_id } = await this.users.fresh();
    await this.#api.call('POST', `/api/1/admin/users/${user_id}:deactivate`);
    return { user_id };
  }
}

/** Repeats the work, because other requests define and retire opt-ins at the same time. */
async function again(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}
