import { eventNamePattern, type RetireDefinition, type RetiredDefinition } from '@ces/contracts/events/events';
import type { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { DefinitionCache } from './definition-cache.service.js';
import { DefinitionOwnersService } from './definition-owners.service.js';
import { DefinitionUsesService } from './definition-uses.service.js';
import { DefinitionEntity } from './definition.entity.js';
import { DefinitionStore } from './definition.store.js';
import { RetiredDefinitionEntity } from './retired-definition.entity.js';

/** Names that are out of use. Their versions stay readable, and events that were accepted stay in the log. */
@Injectable()
export class RetiredDefinitionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly definitions: DefinitionStore,
    private readonly owners: DefinitionOwnersService,
    private readonly uses: DefinitionUsesService,
    private readonly cache: DefinitionCache,
  ) {}

  /** To retire a name twice changes nothing. */
  async retire({ event_name, by }: RetireDefinition): Promise<RetiredDefinition> {
    // Other texts are no names, and one with a NUL cannot be locked.
    if (!eventNamePattern.test(event_name)) throw await this.notDefined(event_name);
    return this.transactions.run(async () => {
      await this.definitions.lock(event_name);
      const isDefined = await this.transactions.of(DefinitionEntity).existsBy({ name: event_name });
      if (!isDefined) throw await this.notDefined(event_name);
      await this.owners.demandOwner(event_name, by);
      const before = (await this.since([event_name])).get(event_name);
      if (before) return { event_name, retired_at: before.toISOString() };
      await this.uses.demandUnused(event_name);
      const retired_at = new Date();
      await this.transactions.of(RetiredDefinitionEntity).insert({ name: event_name, retired_at });
      await this.definitions.raiseEpoch();
      return { event_name, retired_at: retired_at.toISOString() };
    });
  }

  /** Since when each of the names is retired; a name in use is not in the answer. */
  async since(names: string[]): Promise<Map<string, Date>> {
    const rows = await this.transactions.of(RetiredDefinitionEntity).findBy({ name: In(names) });
    return new Map(rows.map(({ name, retired_at }) => [name, retired_at]));
  }

  /** The caller locks the name, and raises the epoch. */
  async reinstate(name: string): Promise<void> {
    await this.transactions.of(RetiredDefinitionEntity).delete({ name });
  }

  private async notDefined(name: string): Promise<Problem> {
    await this.cache.refresh();
    return this.cache.notDefined(name);
  }
}
