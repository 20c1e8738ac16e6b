import { addCard } from '@ces/contracts/cards/cards';
import { changeOptins, readOptins, type Optin } from '@ces/contracts/cards/optins';
import { check } from '@ces/contracts/check';
import { NewCredentials } from '@ces/contracts/identity/credentials';
import type { Locale } from '@ces/contracts/locale';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { BeginAgain } from '@ces/messaging/calls/idempotency/idempotency';
import { Injectable } from '@nestjs/common';
import { RegisterService } from '../credentials/register.service.js';
import { PersonService } from '../person/person.service.js';
import { ActivationService } from '../registration/activation.service.js';
import { StepsService } from '../registration/steps.service.js';

export interface Registering {
  auth_nonce: string;
  client_id: string;
  locale: Locale;
}

interface Asker {
  client_id: string;
  address: string;
}

export type OpenStep = 'person' | 'optins' | 'card';

/** Steps 1 to 4 of a registration, as rows 12, 15, 17, 18 and 19 take them from a client's own pages. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly registrations: RegisterService,
    private readonly people: PersonService,
    private readonly steps: StepsService,
    private readonly activation: ActivationService,
    private readonly bus: Bus,
  ) {}

  /** Begins a registration, or goes on with one that was not finished. Returns its nonce. */
  async begin(given: { username: string; password: string }, { client_id, address }: Asker): Promise<string> {
    const { username, password } = await check(NewCredentials, given, 'refuse');
    await this.registrations.demandTurn(address);
    const register = async (): Promise<string> => {
      const write = await this.registrations.register({ username, password, client_id, address });
      return (await write()).nonce;
    };
    // Another request may claim the name between the two parts; the second attempt finds it taken.
    return register().catch((error: unknown) => {
      if (error instanceof BeginAgain) return register();
      throw error;
    });
  }

  async savePerson({ auth_nonce, client_id }: Registering, fields: Record<string, string>): Promise<void> {
    await this.people.save({ auth_nonce, client_id, fields });
  }

  async optins(registering: Registering): Promise<Optin[]> {
    return (await this.bus.call(readOptins, { ...registering, locales: [registering.locale] })).items;
  }

  async answerOptins(registering: Registering, given: readonly string[], address: string): Promise<void> {
    const optins = (await this.optins(registering)).map(({ id }) => ({ optin_id: id, optin: given.includes(id) }));
    await this.bus.call(changeOptins, { ...registering, locales: [registering.locale], optins, address });
  }

  async addCard(registering: Registering, identifier: string): Promise<void> {
    await this.bus.call(addCard, { ...registering, identifier });
  }

  /** The first step that is missing and cannot be left out; undefined when the registration can be completed. */
  async missing({ auth_nonce, client_id }: Registering): Promise<OpenStep | undefined> {
    const next = await this.steps.nextRequired({ auth_nonce, client_id });
    return next === null ? undefined : steps[next.continue_from];
  }

  /** Mails the activation. */
  async complete(registering: Registering): Promise<void> {
    await this.activation.complete(registering);
  }
}

const steps: Partial<Record<number, OpenStep>> = { 2: 'person', 3: 'optins', 4: 'card' };

export function fieldsAtFault(error: unknown): readonly string[] {
  const faults = error instanceof Problem ? (error.extras.errors ?? []) : [];
  return faults.map(({ pointer }) => pointer.replace(/^#\//, ''));
}
