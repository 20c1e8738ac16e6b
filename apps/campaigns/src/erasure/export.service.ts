import type { DataOf } from '@ces/contracts/identity/erasure';
import { Injectable } from '@nestjs/common';
import { UserDataStore } from './user-data.store.js';

@Injectable()
export class ExportService {
  constructor(private readonly store: UserDataStore) {}

  /** The cursor is the index of a part and the last key read of it. */
  async of({ user_id, cursor = '0 ' }: DataOf): Promise<object & { next: string | null }> {
    const space = cursor.indexOf(' ');
    const index = Number(cursor.slice(0, space));
    const chunk = await this.store.exportChunk(index, user_id, cursor.slice(space + 1));
    if (!chunk) return { next: null };
    const last = chunk.items.at(-1);
    const next = last ? `${index} ${last.key}` : chunk.isLast ? null : `${index + 1} `;
    return { [chunk.name]: chunk.items.map(({ item }) => item), next };
  }
}
