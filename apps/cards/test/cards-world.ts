import {
  changeCard,
  getCard,
  issueCards,
  transferCard,
  type IssuedCard,
} from '@ces/contracts/cards/card-administration';
import {
  createCardDefinition,
  getCardDefinition,
  putCardDefinition,
  type CardDefinition,
  type PutCardDefinition,
} from '@ces/contracts/cards/card-definitions';
import { addCard, cardsOfUser, linkCard, removeCard, type Card } from '@ces/contracts/cards/cards';
import { openSteps, resolveNonce } from '@ces/contracts/identity/registration';
import { knownUsers } from '@ces/contracts/identity/users';
import { Problem } from '@ces/contracts/problems';
import { inCall, type IdempotencyKey } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Chores } from '@ces/service/chores/chores';
import { RunningService } from '@ces/testing/services/start-service';
import { randomBytes, randomUUID } from 'node:crypto';
import { cards } from '../src/cards.module.js';

export interface Registrant {
  user_id: string;
  auth_nonce: string;
}

const client_id = 'cl_test';

/** The cards service alone. The spec stands in for identity: it knows whose registration each nonce is. */
export class CardsWorld {
  private readonly registrants = new Map<string, string>();

  private constructor(readonly service: RunningService) {}

  static async start(settings: Record<string, string> = {}): Promise<CardsWorld> {
    const world = new CardsWorld(await RunningService.start(cards, settings));
    await world.service.answer(resolveNonce, ({ auth_nonce }) => {
      const user_id = world.registrants.get(auth_nonce);
      return user_id === undefined ? undefined : { user_id };
    });
    await world.service.answer(knownUsers, ({ user_ids }) => {
      const open = new Set(world.registrants.values());
      return user_ids.filter((each) => open.has(each));
    });
    return world;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  get bus() {
    return this.service.bus;
  }

  query<T = { n: string }>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.service.query<T>(text, values);
  }

  runChore(name: string): Promise<void> {
    return this.service.app.get(Chores).runNow(name);
  }

  begin(): Registrant {
    const registrant = { user_id: `U${randomBytes(12).toString('hex')}`, auth_nonce: randomUUID() };
    this.registrants.set(registrant.auth_nonce, registrant.user_id);
    return registrant;
  }

  /** A spec may send malformed values, which the service refuses. */
  define(more: object = {}): Promise<CardDefinition> {
    return this.bus.call(createCardDefinition, { name: randomUUID(), ...more });
  }

  putDefinition(id: string, definition: object): Promise<CardDefinition> {
    return this.bus.call(putCardDefinition, { ...definition, id } as PutCardDefinition);
  }

  definition(id: string): Promise<CardDefinition> {
    return this.bus.call(getCardDefinition, { id });
  }

  async issueAll(more: object = {}): Promise<IssuedCard[]> {
    const request = { identifiers: [newNumber()], ...more };
    return (await this.bus.call(issueCards, request)).cards;
  }

  async issue(more: object = {}): Promise<IssuedCard> {
    const [card] = await this.issueAll(more);
    if (!card) throw new Error('no card was issued');
    return card;
  }

  get(id: string): Promise<Card> {
    return this.bus.call(getCard, { id, locale: 'en_GB' });
  }

  change(id: string, change: object): Promise<Card> {
    return this.bus.call(changeCard, { ...change, id, locale: 'en_GB' });
  }

  transfer(id: string, identifier: string): Promise<Card> {
    return this.bus.call(transferCard, { id, identifier, locale: 'en_GB' });
  }

  /** Row 18, with the nonce of a registration. */
  add({ auth_nonce }: Partial<Registrant>, identifier: unknown): Promise<Card> {
    const nonce = auth_nonce === undefined ? {} : { auth_nonce };
    return this.bus.call(addCard, { ...nonce, identifier, client_id, locale: 'en_GB' });
  }

  /** Row 18, with a token of the user. */
  addAs({ user_id }: Registrant, identifier: unknown): Promise<Card> {
    return this.bus.call(addCard, { user_id, identifier, client_id, locale: 'en_GB' });
  }

  /** As an operator does. */
  link({ user_id }: Pick<Registrant, 'user_id'>, identifier: string): Promise<Card> {
    return this.bus.call(linkCard, { user_id, identifier, locale: 'en_GB' });
  }

  /** Row 21. */
  async cardsOf({ user_id }: Registrant, locale = 'en_GB'): Promise<Card[]> {
    return (await this.bus.call(cardsOfUser, { user_id, locale })).cards;
  }

  remove({ user_id }: Registrant, card_id: string) {
    return this.bus.call(removeCard, { user_id, card_id, locale: 'en_GB' });
  }

  async withCard(more: object = {}): Promise<{ who: Registrant; card: Card }> {
    const who = this.begin();
    const { identifier } = await this.issue(more);
    return { who, card: await this.add(who, identifier) };
  }

  openSteps({ user_id }: Registrant) {
    return this.bus.call(openSteps, { user_id });
  }
}

export function newNumber(): string {
  return `61${randomUUID()}`;
}

export async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const outcome = await problemIn(call);
  if (!outcome) throw new Error('the call was not refused');
  return outcome;
}

export async function refusalOf(call: Promise<unknown>): Promise<[number, string]> {
  const { status, code } = await problemOf(call);
  return [status, code];
}

/** `200`, or status and code with which a call is refused. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  const problem = await problemIn(call);
  return problem ? `${problem.status},${problem.code}` : '200';
}

export async function problemIn(call: Promise<unknown>): Promise<Problem | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

export async function pointersOf(call: Promise<unknown>): Promise<string[]> {
  return ((await problemOf(call)).extras.errors ?? []).map(({ pointer }) => pointer);
}

export async function linesOf(call: Promise<unknown>): Promise<string[]> {
  return ((await problemOf(call)).extras.errors ?? []).map(({ detail }) => detail.split(':', 1)[0] ?? '');
}

/** Calls under an idempotency key of a client, as the gateway does. */
export function withKey<T>(call: () => T, key: Partial<IdempotencyKey> = {}): T {
  const idempotency = { scope: `${client_id} POST /api/1/card/add`, key: randomUUID(), hash: 'hash', ...key };
  return inCall({ requestId: newId(), idempotency }, call);
}
