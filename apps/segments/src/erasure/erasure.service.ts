import { erasureReceipt, type DataOf, type ExportPart } from '@ces/contracts/identity/erasure';
import { FactEraser } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CopyService } from '../connections/copy.service.js';
import { membershipsOf } from '../connections/membership.js';
import { filesInForce } from '../files/files-in-force.js';

const receipt = erasureReceipt('segments');
const segmentsAtOnce = 1_000;

@Injectable()
export class ErasureService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly copy: CopyService,
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  /** Connections, and the user's identifiers in every file there is; then what was told, and the receipt. */
  async erase(tx: EntityManager, userId: string): Promise<void> {
    // By itself: what was told is looked for at length, and all changes of connections would wait for it.
    await this.transactions.apart((alone) => this.copy.erase(alone, [userId]));
    await tx.query('DELETE FROM user_entry WHERE user_id = $1', [userId]);
    await this.facts.eraseOutbox(userId, receipt.subject);
    await this.outbox.add(receipt, { user_id: userId });
  }

  async export({ user_id, cursor }: DataOf): Promise<ExportPart & { segments: { id: string; name: string }[] }> {
    const database = this.database.manager;
    const segments = await database.query<{ id: string; name: string }[]>(
      `SELECT id, name FROM segment WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2`,
      [cursor !== undefined && isUuid(cursor) ? cursor : null, segmentsAtOnce],
    );
    const ids = segments.map(({ id }) => id);
    const found = await membershipsOf(database, await filesInForce(database, ids), [user_id]);
    const joined = new Set(found.map(({ segment_id }) => segment_id));
    return {
      segments: segments.filter(({ id }) => joined.has(id)),
      next: segments.length === segmentsAtOnce ? (ids.at(-1) ?? null) : null,
    };
  }
}
