import type { DefinitionUse, LetGo, UsedProperty } from '@ces/contracts/events/definition-use';
import { eventNamePattern } from '@ces/contracts/events/events';
import { Problem, type Fault } from '@ces/contracts/problems';
import { typeAt } from '@ces/contracts/events/schema-types';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockDefinition, newestDefinition } from './stored-definitions.js';

/** Which properties campaigns read: known here, so that a change of a definition asks nobody, and no campaign starts in between. */
@Injectable()
export class DefinitionUsesService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  register({ campaign_id, name, event_name, version, properties }: DefinitionUse): Promise<{ version: number }> {
    return this.transactions.run(async (tx) => {
      await lockDefinition(tx, event_name);
      const newest = eventNamePattern.test(event_name) ? await newestDefinition(tx, event_name) : null;
      if (!newest) throw new Problem('event-not-defined', 'There is no definition of this event.');
      if (newest.version === version) {
        await tx.query(
          `INSERT INTO definition_use (campaign_id, name, event_name, properties) VALUES ($1, $2, $3, $4)
           ON CONFLICT (campaign_id, event_name) DO UPDATE SET name = $2, properties = $4`,
          [campaign_id, name, event_name, JSON.stringify(properties)],
        );
      }
      return { version: newest.version };
    });
  }

  async letGo({ campaign_id, except }: LetGo): Promise<{ deleted: true }> {
    await this.database.query(
      'DELETE FROM definition_use WHERE campaign_id = $1 AND event_name IS DISTINCT FROM $2::text',
      [campaign_id, except ?? null],
    );
    return { deleted: true };
  }
}

/** Under the lock of the definition. Row 1: what a running campaign reads must be there, and of the same type. */
export async function demandKept(tx: EntityManager, eventName: string, definition: object): Promise<void> {
  const uses = await tx.query<{ campaign_id: string; name: string; properties: UsedProperty[] }[]>(
    'SELECT campaign_id, name, properties FROM definition_use WHERE event_name = $1 ORDER BY campaign_id',
    [eventName],
  );
  const broken = uses.flatMap(({ campaign_id, name, properties }) => {
    const errors = properties.filter(({ path, type }) => typeAt(definition, path)?.kind !== type).map(toFault);
    return errors.length > 0 ? [{ campaign_id, name, errors }] : [];
  });
  if (broken.length === 0) return;
  const names = broken.map(({ name }) => `"${name}"`).join(', ');
  throw new Problem('event-definition-in-use', `These campaigns read what the new definition lacks: ${names}.`, {
    errors: broken.flatMap(({ errors }) => errors).slice(0, 100),
    members: { usages: broken.map(({ campaign_id, name }) => ({ campaign_id, name })).slice(0, 100) },
  });
}

function toFault({ path, type }: UsedProperty): Fault {
  const pointer = path.map((step) =>
    step === '*' ? '/items' : `/properties/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  );
  return { pointer: `#${pointer.join('')}`, code: 'in-use', detail: `must stay, with the type ${type}` };
}
