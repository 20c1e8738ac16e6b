import type { EntityManager } from 'typeorm';
import { DefinitionEntity } from './definition.entity.js';

/** Whoever changes a definition, or registers that it is used, does so alone. */
export async function lockDefinition(tx: EntityManager, name: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

export function newestDefinition(manager: EntityManager, name: string): Promise<DefinitionEntity | null> {
  return manager.findOne(DefinitionEntity, { where: { name }, order: { version: 'DESC' } });
}
