import type { FoundHolders, HoldersQuery } from '@ces/contracts/cards/card-administration';
import { Injectable } from '@nestjs/common';
import { HolderStore } from './holder.store.js';

@Injectable()
export class HoldersService {
  constructor(private readonly store: HolderStore) {}

  /** Looks at thousands of numbers at the most, because millions that begin alike may have no holder. */
  async find({ q, at_most, after_number = '', after_user = '' }: HoldersQuery): Promise<FoundHolders> {
    if (!/^[\x20-\x7e]+$/.test(q) || /\0/.test(after_number + after_user)) return { items: [], next: null };
    const after = { number: after_number, user_id: after_user };
    const last = await this.store.lastNumber(q, after);
    const items = await this.store.find(q, after, last, at_most);
    if (items.length === at_most) return { items, next: items.at(-1) ?? null };
    // No user id is greater.
    return { items, next: last === null ? null : { number: last, user_id: '~' } };
  }
}
