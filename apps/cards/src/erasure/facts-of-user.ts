import { cardAdded, cardChanged, cardTierChanged } from '@ces/contracts/cards';
import { optinChanged } from '@ces/contracts/optins';
import { Problem } from '@ces/contracts/problems';
import { Nats } from '@ces/messaging/nats';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';

const told = [cardAdded, cardChanged, cardTierChanged, optinChanged];
const patienceMs = 5_000;
/** Clocks differ: of the database, which dates the rows, and of NATS, which dates the messages. */
const marginMs = 300_000;

interface Row {
  message_id: string;
  published: boolean;
  created_at: Date;
}

/** What this service has told about a user lately: rows of the outbox, and messages of the stream. */
@Injectable()
export class FactsOfUser {
  constructor(private readonly nats: Nats) {}

  /** Nobody can tell more about the user while it works: the user is locked and closed. */
  async forget(tx: EntityManager, userId: string): Promise<void> {
    const rows = await this.published(tx, userId);
    if (rows.length === 0) return;
    const oldest = Math.min(...rows.map((row) => row.created_at.getTime()));
    await this.forgetMessages(new Set(rows.map((row) => row.message_id)), new Date(oldest - marginMs));
    await tx.query(`DELETE FROM outbox WHERE message_id = ANY ($1::uuid[])`, [rows.map((row) => row.message_id)]);
  }

  /** The relay may have read a row already and be about to publish it: so each is let out first. */
  private async published(tx: EntityManager, userId: string): Promise<Row[]> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const rows = await tx.query<Row[]>(
        `SELECT message_id, published_at IS NOT NULL AS published, created_at FROM outbox
          WHERE (payload::json) ->> 'user_id' = $1 AND subject = ANY ($2)`,
        [userId, told.map((event) => event.subject)],
      );
      if (rows.every((row) => row.published)) return rows;
      if (Date.now() > deadline)
        throw new Problem('service-unavailable', 'Facts about the user are still waiting to be published.');
      await sleep(20);
    }
  }

  private async forgetMessages(ids: Set<string>, since: Date): Promise<void> {
    const stream = this.nats.streamOf(this.nats.settings.service);
    const manager = await this.nats.manager();
    const js = await this.nats.jetstream();
    const consumer = await js.consumers.get(stream, {
      filter_subjects: told.map((event) => this.nats.subject('fact', event.subject)),
      opt_start_time: since.toISOString(),
    });
    let more = true;
    while (more && ids.size > 0) {
      more = false;
      // Those that are not found have outlived the stream's memory.
      for await (const message of await consumer.fetch({ max_messages: 500, expires: 1_000 })) {
        if (ids.delete(message.headers?.get('Nats-Msg-Id') ?? ''))
          await manager.streams.deleteMessage(stream, message.seq);
        more = message.info.pending > 0;
        if (!more || ids.size === 0) break;
      }
    }
    await consumer.delete();
  }
}
