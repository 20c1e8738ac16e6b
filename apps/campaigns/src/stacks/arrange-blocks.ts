import type { Block, NewStack } from '@ces/contracts/campaigns/stacks';
import { faulty } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';

interface Arranged {
  added: (Block & { position: number })[];
  renamed: Block[];
}

/** Matches given blocks with known ones by id, else by name. All others are new and come last. */
export function arrangeBlocks(given: NonNullable<NewStack['blocks']>, known: Block[]): Arranged {
  const added: Arranged['added'] = [];
  const renamed = new Map<string, Block>();
  for (const [index, { id, name }] of given.entries()) {
    const same = known.find((block) => (id === undefined ? block.name === name : block.id === id.toLowerCase()));
    if (id !== undefined && !same) {
      throw faulty('validation-failed', [
        { pointer: `#/blocks/${index}/id`, code: 'unknown', detail: 'is no block of this stack' },
      ]);
    }
    if (same) renamed.set(same.id, { id: same.id, name });
    else added.push({ id: newId(), name, position: known.length + index });
  }
  return { added, renamed: [...renamed.values()] };
}
