import {
  openSteps,
  registrationSteps,
  type NextStep,
  type NonceUse,
  type StepQuestion,
} from '@ces/contracts/identity/registration';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../identity.config.js';
import { NoncesService } from '../nonces/nonces.service.js';
import { PersonService } from '../person/person.service.js';

const person = 2;
const optins = 3;
const card = 4;

/** Finds the next step of a registration. It stores nothing: each step is read where its data is. */
@Injectable()
export class StepsService {
  constructor(
    private readonly bus: Bus,
    private readonly nonces: NoncesService,
    private readonly people: PersonService,
    private readonly config: IdentityConfig,
  ) {}

  // row 13
  async next({ auth_nonce, client_id, skip }: StepQuestion): Promise<NextStep | null> {
    return this.missing(await this.nonces.resolve(auth_nonce, client_id), skip);
  }

  async nextRequired({ auth_nonce, client_id }: NonceUse): Promise<NextStep | null> {
    return this.missingRequired(await this.nonces.resolve(auth_nonce, client_id));
  }

  /** The first missing step without which a registration cannot be completed. */
  missingRequired(userId: string): Promise<NextStep | null> {
    return this.missing(userId, this.config.REGISTRATION_REQUIRES_CARD ? [] : [card]);
  }

  /** A user has done the first step. The cards service is called only if the answer depends on it. */
  private async missing(userId: string, skip: number[]): Promise<NextStep | null> {
    if (!skip.includes(person) && !(await this.people.isKnown(userId))) return step(person);
    if (skip.includes(optins) && skip.includes(card)) return null;
    const open = await withoutKey(() => this.bus.call(openSteps, { user_id: userId }));
    if (open.optins && !skip.includes(optins)) return step(optins);
    return open.card && !skip.includes(card) ? step(card) : null;
  }
}

function step(number: number): NextStep {
  const name = registrationSteps[number - 1];
  if (!name) throw new Error(`there is no step ${number}`);
  return { continue_from: number, step: name };
}
