import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { importBuilt } from '../../built.ts';

export interface CeilingEvent {
  clientId: string;
  userId: string;
  eventName: string;
  data: string;
  key: string;
}

interface Waiting {
  event: CeilingEvent;
  resolve: (answer: object) => void;
  reject: (error: unknown) => void;
}

/** The same limits as in the gateway. */
const maxBatch = 128;
const maxInFlight = 2;

/** The statement of the events service, without the outbox. */
const statement = `
  WITH input AS (
    SELECT * FROM json_to_recordset($1) AS i(id uuid, user_id text, event_name text, version integer, client_id text,
      data text, received_at timestamptz, key uuid, body uuid)
  ), claimed AS (
    INSERT INTO event_key (key, body, event_id, version, received_at)
    SELECT key, body, id, version, received_at FROM input ORDER BY key
    ON CONFLICT (key) DO NOTHING RETURNING event_id
  )
  INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at)
  SELECT id, user_id, event_name, version, client_id, data, received_at FROM input
  WHERE id IN (SELECT event_id FROM claimed)`;

type Ids = typeof import('../../../../libs/messaging/src/storage/ids.js');

export class CeilingIntake {
  private readonly pool: Pool;
  private readonly newId: Ids['newId'];
  private waiting: Waiting[] = [];
  private inFlight = 0;

  private constructor(pool: Pool, newId: Ids['newId']) {
    this.pool = pool;
    this.newId = newId;
  }

  static async open(database: string): Promise<CeilingIntake> {
    const { newId } = await importBuilt<Ids>('libs/messaging/src/storage/ids.js');
    const options = '-c synchronous_commit=on';
    return new CeilingIntake(new Pool({ connectionString: database, max: maxInFlight, options }), newId);
  }

  accept(event: CeilingEvent): Promise<object> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, resolve, reject });
      this.pump();
    });
  }

  private pump(): void {
    while (this.waiting.length > 0 && this.inFlight < maxInFlight) {
      const batch = this.waiting.slice(0, maxBatch);
      this.waiting = this.waiting.slice(maxBatch);
      this.inFlight += 1;
      void this.insert(batch).finally(() => {
        this.inFlight -= 1;
        this.pump();
      });
    }
  }

  private async insert(batch: Waiting[]): Promise<void> {
    const received_at = new Date().toISOString();
    const rows = batch.map(({ event }) => toRow(event, this.newId(), received_at));
    try {
      await this.pool.query(statement, [JSON.stringify(rows)]);
      batch.forEach(({ event, resolve }, index) => {
        resolve({ id: rows[index]?.id, event_name: event.eventName, version: 1, status: 'accepted', received_at });
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

function toRow({ clientId, userId, eventName, data, key }: CeilingEvent, id: string, received_at: string) {
  return {
    id,
    user_id: userId,
    event_name: eventName,
    version: 1,
    client_id: clientId,
    data,
    received_at,
    key: digest(JSON.stringify([clientId, userId, eventName, key])),
    body: digest(data),
  };
}

/** 128 bits of SHA-256, which PostgreSQL takes as a uuid. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
