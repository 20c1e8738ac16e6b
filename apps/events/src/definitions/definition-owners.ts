import type { Changer } from '@ces/contracts/owners';
import { Problem } from '@ces/contracts/problems';
import type { EntityManager } from 'typeorm';
import type { DefinitionEntity } from './definition.entity.js';

/**
 * Row 1, under the lock of the definition: only the client that first defined the name, or one with `admin`, changes it.
 * A name without an owner stays without one: it was defined before owners were recorded, or by way of a gateway of the
 * release before, which names no client and is let through. A change by one client must not lock out the one that uses it.
 */
export async function demandOwner(
  tx: EntityManager,
  name: string,
  by: Changer | undefined,
  latest: DefinitionEntity | null,
): Promise<void> {
  if (!by) return;
  const [owner] = await tx.query<{ client_id: string }[]>('SELECT client_id FROM definition_owner WHERE name = $1', [
    name,
  ]);
  if (owner) demandSame(owner.client_id, by);
  if (owner || latest) return;
  await tx.query('INSERT INTO definition_owner (name, client_id) VALUES ($1, $2)', [name, by.client_id]);
}

function demandSame(owner: string, { client_id, admin }: Changer): void {
  if (admin || owner === client_id) return;
  throw new Problem(
    'definition-of-another-client',
    'Another client defined this event first; to change it, a client needs the scope admin.',
  );
}
