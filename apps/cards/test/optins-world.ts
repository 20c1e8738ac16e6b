import {
  changeOptins,
  createOptin,
  getOptin,
  putOptin,
  readOptins,
  retireOptin,
  type NewOptin,
  type Optin,
  type OptinAnswer,
  type OptinDefinition,
  type OptinsShown,
} from '@ces/contracts/cards/optins';
import { exportOf } from '@ces/contracts/identity/erasure';
import type { CardsWorld, Registrant } from './cards-world.js';

const english = { locale: 'en_GB', locales: ['en_GB'] };
/** `nonce`: the registration that the nonce belongs to. `token`: the account of the user of the token. */
type Credential = 'nonce' | 'token';

export class OptinsWorld {
  constructor(private readonly world: CardsWorld) {}

  create(optin: object): Promise<OptinDefinition> {
    return this.world.bus.call(createOptin, optin as NewOptin);
  }

  define(name: string, purpose: object = {}): Promise<OptinDefinition> {
    return this.create(textOf(name, purpose));
  }

  get(id: string): Promise<OptinDefinition> {
    return this.world.bus.call(getOptin, { id });
  }

  put(id: string, optin: object): Promise<OptinDefinition> {
    return this.world.bus.call(putOptin, { ...(optin as NewOptin), id });
  }

  retire(id: string) {
    return this.world.bus.call(retireOptin, { id });
  }

  /** Rows 16 and 24. */
  async shown(who: Registrant, by: Credential, wished: object = {}): Promise<OptinsShown> {
    const request = { ...whose(who, by), client_id: 'cl_test', ...english, ...wished };
    return this.world.bus.call(readOptins, request);
  }

  async asked(who: Registrant, by: Credential = 'nonce'): Promise<Optin[]> {
    return (await this.shown(who, by)).items;
  }

  /** Row 17. */
  async change(who: Registrant, by: Credential, optins: unknown, wished: object = {}): Promise<OptinsShown> {
    const evidence = { client_id: 'cl_test', address: '127.0.0.1' };
    const request = { ...whose(who, by), ...evidence, ...english, ...wished, optins: optins as OptinAnswer[] };
    return this.world.bus.call(changeOptins, request);
  }

  async answer(who: Registrant, ...optins: object[]): Promise<Optin[]> {
    return (await this.change(who, 'nonce', optins)).items;
  }

  async answerAs(who: Registrant, ...optins: object[]): Promise<Optin[]> {
    return (await this.change(who, 'token', optins)).items;
  }

  async isOpen(who: Registrant): Promise<boolean> {
    return (await this.world.openSteps(who)).optins;
  }

  async exportedConsents({ user_id }: Registrant): Promise<object[]> {
    const exported = await this.world.bus.call(exportOf('cards'), { user_id });
    return (exported as { consents: object[] }).consents;
  }

  /** Retires each opt-in, so that the next test asks only for its own. */
  async retireAll(): Promise<void> {
    await this.world.query('UPDATE optin SET retired_at = now() WHERE retired_at IS NULL');
  }
}

export function textOf(name: string, purpose: object = {}) {
  return {
    name: { en_GB: name, nl_NL: `${name} (nl)` },
    description: { en_GB: `About ${name}` },
    purpose: { name: 'marketing', can_be_updated: true, required: false, ...purpose },
  };
}

function whose({ user_id, auth_nonce }: Registrant, by: Credential) {
  return by === 'token' ? { user_id } : { auth_nonce };
}
