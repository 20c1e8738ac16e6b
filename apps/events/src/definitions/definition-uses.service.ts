import type { DefinitionUse, LetGo, UsedProperty } from '@ces/contracts/events/definition-use';
import { eventNamePattern } from '@ces/contracts/events/events';
import { typeAt } from '@ces/contracts/events/schema-types';
import { fragmentStep } from '@ces/contracts/json/escape-step';
import { Problem, type Fault } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not } from 'typeorm';
import { DefinitionUseEntity } from './definition-use.entity.js';
import { DefinitionEntity } from './definition.entity.js';
import { DefinitionStore } from './definition.store.js';
import { RetiredDefinitionEntity } from './retired-definition.entity.js';

/**
 * The properties that campaigns read. They are recorded here, so that a change of a definition asks no other service, and
 * no campaign starts between the question and the change.
 */
@Injectable()
export class DefinitionUsesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly definitions: DefinitionStore,
  ) {}

  /** Records the use only if the campaign knows the newest version. Returns the newest version. */
  register({ campaign_id, name, event_name, version, properties }: DefinitionUse): Promise<{ version: number }> {
    return this.transactions.run(async () => {
      await this.definitions.lock(event_name);
      const newest = eventNamePattern.test(event_name)
        ? await this.transactions
            .of(DefinitionEntity)
            .findOne({ where: { name: event_name }, order: { version: 'DESC' } })
        : null;
      if (!newest) throw new Problem('event-not-defined', 'There is no definition of this event.');
      if (await this.transactions.of(RetiredDefinitionEntity).existsBy({ name: event_name }))
        throw new Problem('event-retired', 'The event is retired.');
      if (newest.version === version) {
        await this.transactions
          .of(DefinitionUseEntity)
          .upsert({ campaign_id, name, event_name, properties, let_go_at: null }, ['campaign_id', 'event_name']);
      }
      return { version: newest.version };
    });
  }

  /** Releases what the campaign reads of all events but this one. */
  async letGo({ campaign_id, except }: LetGo): Promise<{ deleted: true }> {
    await this.transactions
      .of(DefinitionUseEntity)
      .update(
        { campaign_id, let_go_at: IsNull(), ...(except === undefined ? {} : { event_name: Not(except) }) },
        { let_go_at: () => 'now()' },
      );
    return { deleted: true };
  }

  @Every({
    name: 'purge-definition-uses',
    does: 'Deletes uses of definitions that campaigns let go a day ago.',
    seconds: 3_600,
  })
  async purge(): Promise<void> {
    await this.transactions.of(DefinitionUseEntity).delete({ let_go_at: LessThan(new Date(Date.now() - 86_400_000)) });
  }

  /** An event that a running or paused campaign reads is not retired. The caller locks the name. */
  async demandUnused(event_name: string): Promise<void> {
    const uses = await this.usesOf(event_name);
    if (uses.length === 0) return;
    throw new Problem('event-definition-in-use', `These campaigns rely on the event: ${namesOf(uses)}.`, {
      members: { usages: usagesOf(uses) },
    });
  }

  /** Row 1: a new definition must keep every property that a running campaign reads, with its type. The caller locks the name. */
  async demandKept(event_name: string, definition: object): Promise<void> {
    const uses = await this.usesOf(event_name);
    const broken = uses.flatMap(({ campaign_id, name, properties }) => {
      const errors = properties.filter(({ path, type }) => typeAt(definition, path)?.kind !== type).map(toFault);
      return errors.length > 0 ? [{ campaign_id, name, errors }] : [];
    });
    if (broken.length === 0) return;
    throw new Problem(
      'event-definition-in-use',
      `These campaigns read what the new definition lacks: ${namesOf(broken)}.`,
      {
        errors: broken.flatMap(({ errors }) => errors).slice(0, 100),
        members: { usages: usagesOf(broken) },
      },
    );
  }

  private usesOf(event_name: string): Promise<DefinitionUseEntity[]> {
    return this.transactions
      .of(DefinitionUseEntity)
      .find({ where: { event_name, let_go_at: IsNull() }, order: { campaign_id: 'ASC' } });
  }
}

type Usage = Pick<DefinitionUseEntity, 'campaign_id' | 'name'>;

function namesOf(uses: Usage[]): string {
  return uses.map(({ name }) => `"${name}"`).join(', ');
}

function usagesOf(uses: Usage[]): Usage[] {
  return uses.map(({ campaign_id, name }) => ({ campaign_id, name })).slice(0, 100);
}

function toFault({ path, type }: UsedProperty): Fault {
  const pointer = path.map((step) => (step === '*' ? '/items' : `/properties/${fragmentStep(step)}`));
  return { pointer: `#${pointer.join('')}`, code: 'in-use', detail: `must stay, with the type ${type}` };
}
