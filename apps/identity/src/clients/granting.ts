import type { Granter } from '@ces/contracts/identity/clients';
import { userScopes, type Scope } from '@ces/contracts/identity/tokens/scopes';
import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { ClientStore } from './client.store.js';

/** A caller grants only scopes that it holds, and changes only clients that hold no more than it does. */
@Injectable()
export class Granting {
  constructor(private readonly store: ClientStore) {}

  async demandGrantable(by: Granter | undefined, scopes: readonly Scope[]): Promise<void> {
    const lacked = await this.lackedBy(by, scopes);
    if (lacked.length === 0) return;
    throw new Problem('scope-insufficient', `You can grant only scopes that you hold. You lack ${lacked.join(', ')}.`);
  }

  async demandChangeable(by: Granter | undefined, client: { scopes: readonly Scope[] }): Promise<void> {
    const lacked = await this.lackedBy(by, client.scopes);
    if (lacked.length === 0) return;
    const detail = `You can change only clients that hold no more than you. This client also holds ${lacked.join(', ')}.`;
    throw new Problem('scope-insufficient', detail);
  }

  /** `admin` holds every scope. A client's token never carries scopes of users, so those of the client itself count. */
  private async lackedBy(by: Granter | undefined, scopes: readonly Scope[]): Promise<Scope[]> {
    if (!by || by.scopes.includes('admin')) return [];
    const own = (await this.store.find(by.client_id))?.scopes ?? [];
    const held = new Set<string>([...by.scopes, ...own.filter((scope) => ofUsers.includes(scope))]);
    return scopes.filter((scope) => !held.has(scope));
  }
}

const ofUsers: readonly string[] = userScopes;
