import type { DataOf } from '@ces/contracts/identity/erasure';
import { Injectable } from '@nestjs/common';
import { exportParts, UserDataStore } from './user-data.store.js';

@Injectable()
export class ExportService {
  constructor(private readonly store: UserDataStore) {}

  /** A chunk of one part. The cursor says which part, and after which key. */
  async of({ user_id, cursor = '0 ' }: DataOf): Promise<object & { next: string | null }> {
    const space = cursor.indexOf(' ');
    const index = Number(cursor.slice(0, space));
    const part = exportParts[index];
    if (!part) return { next: null };
    const rows = await this.store.exportChunk(part, user_id, cursor.slice(space + 1));
    const last = rows.at(-1);
    const next = last ? `${index} ${last.key}` : index + 1 < exportParts.length ? `${index + 1} ` : null;
    return { [part.name]: rows.map((row) => row.item), next };
  }
}
