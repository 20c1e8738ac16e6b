import type { CardDefinition, NewCardDefinition } from '@ces/contracts/cards/card-definitions';
import type { Paged, SearchPage } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { isUniqueViolation } from '@ces/service/database/violations';
import { Injectable } from '@nestjs/common';
import { CardDefinitionEntity } from './card-definition.entity.js';
import { DefinitionStore, type DefinitionRow } from './definition.store.js';
import { designOf } from './design.js';
import { TiersService } from './tiers.service.js';

@Injectable()
export class DefinitionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: DefinitionStore,
    private readonly tiers: TiersService,
  ) {}

  create(request: NewCardDefinition): Promise<CardDefinition> {
    const columns = columnsOf(request);
    const id = newId();
    return this.transactions.run(async () => {
      await this.transactions
        .of(CardDefinitionEntity)
        .insert({ id, ...columns })
        .catch(refuseTakenName);
      await this.tiers.replace(id, request.tiers ?? [{ name: 'Standard' }]);
      return this.get(id);
    });
  }

  /** A tier that the request does not name takes no new cards, and its cards keep it. */
  put(ref: string, request: NewCardDefinition): Promise<CardDefinition> {
    const columns = columnsOf(request);
    return this.transactions.run(async () => {
      const { id } = await this.get(ref);
      await demandUnchanged(() => this.getLocked(id));
      await this.transactions.of(CardDefinitionEntity).update({ id }, columns).catch(refuseTakenName);
      if (request.tiers) await this.tiers.replace(id, request.tiers);
      return this.get(id);
    });
  }

  async get(ref: string): Promise<CardDefinition> {
    // PostgreSQL has no text with NUL, and no definition has a name with it.
    const row = ref.includes('\0') ? undefined : await this.store.find(ref);
    if (!row) throw new Problem('card-definition-not-found', 'There is no card definition of this id or name.');
    return toCardDefinition(row);
  }

  list({ q, ...page }: SearchPage): Promise<Paged<CardDefinition>> {
    return pageOf(page, (before, atMost) => this.store.findPage(before, atMost, q), toCardDefinition);
  }

  /** Makes other changes of the definition wait until the transaction ends. */
  private async getLocked(id: string): Promise<CardDefinition> {
    const lock = { mode: 'pessimistic_write' } as const;
    await this.transactions.of(CardDefinitionEntity).findOne({ where: { id }, lock });
    return this.get(id);
  }
}

function columnsOf(request: NewCardDefinition) {
  return {
    name: request.name,
    users_per_card: request.users_per_card ?? 1,
    users_may_remove: request.users_may_remove ?? true,
    display_groups_of: request.display_groups_of ?? null,
    ...designOf(request),
  };
}

function toCardDefinition({ created_at, updated_at, tiers, ...row }: DefinitionRow): CardDefinition {
  return {
    ...row,
    tiers: (tiers ?? []).map(({ design, ...tier }) => ({ ...tier, ...design })),
    created: created_at.toISOString(),
    updated: updated_at.toISOString(),
  };
}

function refuseTakenName(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new Problem('card-definition-conflict', 'There is another card definition of this name.');
}
