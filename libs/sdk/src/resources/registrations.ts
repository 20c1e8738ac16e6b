import type { NewCredentials, NewPerson, Optin, PersonFields } from '../generated/api.ts';
import { RegistrationCalls } from '../generated/calls.ts';
import { CesError } from '../http/ces-error.ts';
import type { CallOptions } from '../http/transport.ts';

/** The step that is open now. Each answer leads to the next one: `step = await step.submit(person)`. */
export type RegistrationStep = PersonStep | OptinsStep | CardStep | LastStep;

/** `start` leads through the steps. The other methods are the single calls. */
export class Registrations extends RegistrationCalls {
  /** Begins, or goes on with what the same name and password have begun. */
  async start(credentials: NewCredentials, options?: CallOptions): Promise<RegistrationStep> {
    const { nonce, user_id } = await this.register(credentials, options);
    return openStep({ calls: this, nonce, userId: user_id, skipped: [] });
  }

  /** Goes on with a nonce that was kept, for example in a session. */
  resume(nonce: string): Promise<RegistrationStep> {
    return openStep({ calls: this, nonce, userId: undefined, skipped: [] });
  }
}

interface State {
  calls: RegistrationCalls;
  nonce: string;
  /** Unknown after `resume`. */
  userId: string | undefined;
  skipped: readonly (1 | 2 | 3 | 4)[];
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

  /** After the call that answers this step. */
  protected async after(call: Promise<unknown>): Promise<RegistrationStep> {
    await call;
    return openStep(this.state);
  }
}

export class PersonStep extends Step {
  readonly name = 'user-person';

  /** The fields with the rules by which the service checks them. */
  fields(options?: CallOptions): Promise<PersonFields> {
    return this.state.calls.fields(options);
  }

  submit(person: Omit<NewPerson, 'auth_nonce'>, options?: CallOptions): Promise<RegistrationStep> {
    return this.after(this.state.calls.savePerson({ auth_nonce: this.nonce, ...person }, options));
  }
}

export class OptinsStep extends Step {
  readonly name = 'user-optins';

  /** The opt-ins to ask for. `purpose.required` marks those without which nobody can register. */
  asked(options?: CallOptions): Promise<Optin[]> {
    return this.state.calls.optins({ auth_nonce: this.nonce }, options).all();
  }

  /** Answers by the ids of the opt-ins. */
  answer(answers: Record<string, boolean>, options?: CallOptions): Promise<RegistrationStep> {
    const optins = Object.entries(answers).map(([optin_id, optin]) => ({ optin_id, optin }));
    return this.after(this.state.calls.answerOptins({ auth_nonce: this.nonce, optins }, options));
  }
}

export class CardStep extends Step {
  readonly name = 'customer-card';

  add(identifier: string, options?: CallOptions): Promise<RegistrationStep> {
    return this.after(this.state.calls.addCard({ auth_nonce: this.nonce, identifier }, options));
  }

  skip(): Promise<RegistrationStep> {
    return openStep({ ...this.state, skipped: [...this.state.skipped, 4] });
  }
}

export class LastStep extends Step {
  readonly name = 'complete';

  /** Mails the link that activates the account. */
  complete(options?: CallOptions): Promise<void> {
    return this.state.calls.complete({ auth_nonce: this.nonce }, options);
  }
}

async function openStep(state: State): Promise<RegistrationStep> {
  const next = await state.calls.nextStep({ auth_nonce: state.nonce, 'skip[]': [...state.skipped] });
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
      throw new CesError('registration-incomplete', 'Start again with the credentials');
  }
}
