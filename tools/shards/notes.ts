// Finds what tables in several places do not allow, whichever rows a statement is about.
import type { Node } from 'libpg-query';
import type { Table } from './catalog.ts';

/** `ON CONFLICT` needs a key that a shard can keep unique: one with the column by which the table is distributed. */
export function conflictNotes({ name, role, keys }: Table, target: Node[] | undefined): string[] {
  if (role?.kind !== 'user' && role?.kind !== 'own key') return [];
  const named = target?.map((each) => ('IndexElem' in each ? (each.IndexElem.name ?? '') : ''));
  return (named ? [named] : keys)
    .filter((key) => !key.includes(role.column))
    .map((key) => `relies on the key (${key.join(', ')}) of \`${name}\``);
}

export function updateNotes({ name, role }: Table, targets: Node[] | undefined): string[] {
  if (role?.kind !== 'user' && role?.kind !== 'own key') return [];
  const written = (targets ?? []).map((each) => ('ResTarget' in each ? each.ResTarget.name : undefined));
  return written.includes(role.column) ? [`writes \`${role.column}\` of \`${name}\`, so the row moves`] : [];
}
