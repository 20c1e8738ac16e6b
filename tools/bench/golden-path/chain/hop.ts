// Intake, judge and sender each have a session, a connection, and the streams between them.
import {
  AckPolicy,
  jetstream,
  jetstreamManager,
  StorageType,
  type JetStreamClient,
  type JsMsg,
} from '@nats-io/jetstream';
import type { NatsConnection } from 'nats';
import { Client } from 'pg';
import { connectNats } from '../../../connect-nats.ts';
import { Sets } from './sets.ts';

export interface Places {
  nats: string;
  database: string;
}

export const intakeSubject = 'chain.intake';

/** A fact of one hop for the next. A message holds a list of them. */
export interface Accepted {
  id: string;
  userId: string;
  data: string;
}

export interface Booked {
  id: string;
  user_id: string;
  value: number;
}

/** The streams and what they hold. */
interface Facts {
  events: Accepted;
  bookings: Booked;
}

export class Hop {
  readonly nats: NatsConnection;
  readonly #database: Client;
  readonly #jetstream: JetStreamClient;

  private constructor(nats: NatsConnection, database: Client) {
    this.nats = nats;
    this.#database = database;
    this.#jetstream = jetstream(nats);
  }

  static async open({ nats, database }: Places): Promise<Hop> {
    const client = new Client({ connectionString: database, options: '-c synchronous_commit=on' });
    await client.connect();
    return new Hop(await connectNats(nats), client);
  }

  /** One statement is one transaction. Its name lets PostgreSQL plan it once. */
  async write(name: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    return (await this.#database.query<Record<string, unknown>>({ name, text, values })).rows;
  }

  /** Resolves when the stream has the message. */
  async publish<Stream extends keyof Facts>(stream: Stream, facts: Facts[Stream][]): Promise<void> {
    await this.#jetstream.publish(`chain.${stream}`, JSON.stringify(facts));
  }

  /** Messages that arrive together are handled together, and acknowledged afterwards. */
  async read<Stream extends keyof Facts>(
    stream: Stream,
    handle: (facts: Facts[Stream][]) => Promise<void>,
  ): Promise<void> {
    const sets = new Sets<{ message: JsMsg; facts: Facts[Stream][] }>(
      async (set) => {
        await handle(set.flatMap(({ facts }) => facts));
        for (const { message } of set) message.ack();
      },
      ({ facts }) => facts.length,
    );
    const consumer = await this.#jetstream.consumers.get(nameOf(stream), 'reader');
    const callback = (message: JsMsg): void => {
      sets.add({ message, facts: message.json<Facts[Stream][]>() });
    };
    await consumer.consume({ callback });
  }
}

/** Files, like those of the product's streams; the server's own setting says for both when they are flushed. */
export async function makeStreams(nats: string, streams: string[]): Promise<void> {
  const connection = await connectNats(nats);
  const manager = await jetstreamManager(connection);
  for (const stream of streams) {
    await manager.streams.add({ name: nameOf(stream), subjects: [`chain.${stream}`], storage: StorageType.File });
    await manager.consumers.add(nameOf(stream), { durable_name: 'reader', ack_policy: AckPolicy.Explicit });
  }
  await connection.close();
}

function nameOf(stream: string): string {
  return `chain-${stream}`;
}
