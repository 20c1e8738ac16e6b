import type { Activated, Card, NewPerson, NextStep, Optin, Person, PersonFields } from '../generated/api.ts';
import { at, type CallOptions, type Transport } from '../http/transport.ts';
import { CesError } from '../http/ces-error.ts';

export interface NewRegistration {
  username: string;
  password: string;
  /** The id of a user whom this client made in advance. */
  user_id?: string;
}

/** The step that is open now. Each answer leads to the next one: `step = await step.submit(person)`. */
export type RegistrationStep = PersonStep | OptinsStep | CardStep | LastStep;

export class Registrations {
  private readonly http: Transport;

  constructor(http: Transport) {
    this.http = http;
  }

  async isAvailable(username: string, options?: CallOptions): Promise<boolean> {
    const path = '/api/1/user/credentials/available';
    return (await this.http.post<{ available: boolean }>(path, { username }, options)).available;
  }

  /** Begins, or goes on with what the same name and password have begun. */
  async start(registration: NewRegistration, options?: CallOptions): Promise<RegistrationStep> {
    const path = '/api/1/user/credentials';
    const { nonce, user_id } = await this.http.post<{ nonce: string; user_id: string }>(path, registration, options);
    return nextStep({ http: this.http, nonce, userId: user_id, skipped: [] });
  }

  /** Goes on with a nonce that was kept, for example in a session. */
  resume(nonce: string): Promise<RegistrationStep> {
    return nextStep({ http: this.http, nonce, userId: undefined, skipped: [] });
  }

  /** The nonce of the mail. */
  activate(nonce: string, options?: CallOptions): Promise<Activated> {
    return this.http.post('/api/1/user/activator/uniquelink', { nonce }, options);
  }

  /** Mails the link again. The answer is the same for every name. */
  resendMail(username: string, options?: CallOptions): Promise<void> {
    return this.http.post('/api/1/user/activator/resend', { username }, options);
  }
}

interface State {
  http: Transport;
  nonce: string;
  /** Unknown after `resume`. */
  userId: string | undefined;
  skipped: readonly number[];
}

abstract class Step {
  /** Keep it to go on later: it is good for 24 hours. */
  readonly nonce: string;
  readonly userId: string | undefined;
  protected readonly state: State;

  constructor(state: State) {
    this.state = state;
    this.nonce = state.nonce;
    this.userId = state.userId;
  }

  /** Leaves this step out. The registration cannot be completed without those that are required. */
  protected skipStep(number: number): Promise<RegistrationStep> {
    return nextStep({ ...this.state, skipped: [...this.state.skipped, number] });
  }
}

export class PersonStep extends Step {
  readonly name = 'user-person';

  /** The fields with the rules by which the service checks them. */
  fields(options?: CallOptions): Promise<PersonFields> {
    return this.state.http.get('/api/1/user/person/fields', options);
  }

  async submit(person: Omit<NewPerson, 'auth_nonce'>, options?: CallOptions): Promise<RegistrationStep> {
    await this.state.http.post<Person>('/api/1/user/person', { auth_nonce: this.nonce, ...person }, options);
    return nextStep(this.state);
  }
}

export class OptinsStep extends Step {
  readonly name = 'user-optins';

  /** The opt-ins to ask for. `purpose.required` marks those without which nobody can register. */
  asked(options?: CallOptions): Promise<Optin[]> {
    return this.state.http.get('/api/1/user/optins', { ...options, query: { auth_nonce: this.nonce } });
  }

  /** Answers by the ids of the opt-ins. */
  async answer(answers: Record<string, boolean>, options?: CallOptions): Promise<RegistrationStep> {
    const optins = Object.entries(answers).map(([optin_id, optin]) => ({ optin_id, optin }));
    await this.state.http.json<Optin[]>('PUT', '/api/1/user/optins/change', {
      ...options,
      body: { auth_nonce: this.nonce, optins },
    });
    return nextStep(this.state);
  }
}

export class CardStep extends Step {
  readonly name = 'customer-card';

  async add(identifier: string, options?: CallOptions): Promise<RegistrationStep> {
    await this.state.http.post<Card>('/api/1/card/add', { auth_nonce: this.nonce, identifier }, options);
    return nextStep(this.state);
  }

  skip(): Promise<RegistrationStep> {
    return this.skipStep(4);
  }
}

export class LastStep extends Step {
  readonly name = 'complete';

  /** Mails the link that activates the account. */
  complete(options?: CallOptions): Promise<void> {
    return this.state.http.post('/api/1/user/complete', { auth_nonce: this.nonce }, options);
  }
}

async function nextStep(state: State): Promise<RegistrationStep> {
  const query = { auth_nonce: state.nonce, 'skip[]': state.skipped };
  const next = await state.http.get<NextStep | undefined>(at`/api/1/user/complete-step`, { query });
  switch (next?.step) {
    case undefined:
      return new LastStep(state);
    case 'user-person':
      return new PersonStep(state);
    case 'user-optins':
      return new OptinsStep(state);
    case 'customer-card':
      return new CardStep(state);
    default:
      throw new CesError(
        'registration-incomplete',
        `The open step is ${next?.step ?? ''}: start again with the credentials`,
      );
  }
}
