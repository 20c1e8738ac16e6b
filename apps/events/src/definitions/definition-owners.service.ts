import type { Changer } from '@ces/contracts/owners';
import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DefinitionOwnerEntity } from './definition-owner.entity.js';

/** Row 1: only the client that first defined a name, or one with `admin`, changes the definition. */
@Injectable()
export class DefinitionOwnersService {
  constructor(private readonly transactions: Transactions) {}

  /**
   * A defined name without an owner stays without one. It was defined before owners were recorded, or through a gateway of the
   * previous release, which names no client and may change any name.
   */
  async demandOwner(name: string, by: Changer | undefined): Promise<void> {
    if (!by) return;
    const owner = await this.transactions.of(DefinitionOwnerEntity).findOneBy({ name });
    if (!owner || by.admin || owner.client_id === by.client_id) return;
    throw new Problem(
      'definition-of-another-client',
      'Another client defined this event first; to change it, a client needs the scope admin.',
    );
  }

  async recordOwner(name: string, by: Changer | undefined): Promise<void> {
    if (by) await this.transactions.of(DefinitionOwnerEntity).insert({ name, client_id: by.client_id });
  }
}
