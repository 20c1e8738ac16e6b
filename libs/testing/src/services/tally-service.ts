// A small service for specs about NATS: a call adds words as facts, and a handler writes down each of them.
import { fact, rpc } from '@ces/contracts/rpc';
import { DatabaseConfig } from '@ces/service/config/config';
import { migrate, type Schema } from '@ces/service/database/database';
import { createService } from '@ces/service/start';
import { privateDatabase, type PrivateDatabase } from '../servers/private-database.js';
import { testConfig } from './test-config.js';
import { Controller } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsString } from 'class-validator';
import { DataSource } from 'typeorm';
import { Bus } from '@ces/messaging/calls/bus';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';

class Word {
  @IsString()
  text: string;
}

const add = rpc('tally.add', Word).returns<{ done: boolean }>();
const added = fact<Word>('tally.added');

@Controller()
class TallyController {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  @Handle(add)
  add(word: Word): Promise<{ done: boolean }> {
    return this.transactions.run(async () => {
      await this.outbox.add(added, word);
      return { done: true };
    });
  }

  @OnFact(added)
  async count({ text }: Word): Promise<void> {
    await this.transactions.open.query('INSERT INTO tally (text) VALUES ($1)', [text]);
  }
}

class CreateTally1700000000001 {
  readonly name = 'CreateTally1700000000001';
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query('CREATE TABLE tally (id bigint GENERATED ALWAYS AS IDENTITY, text text)');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const schema: Schema = { entities: [], migrations: [CreateTally1700000000001] };
const service = {
  name: 'tally',
  config: DatabaseConfig,
  schema,
  modules: [{ module: class Tally {}, controllers: [TallyController] }],
};

export class TallyService {
  private readonly apps: NestFastifyApplication[] = [];

  private constructor(private readonly database: PrivateDatabase) {}

  static async prepare(): Promise<TallyService> {
    const database = await privateDatabase('tally', async (url) => {
      await migrate(url, schema);
    });
    return new TallyService(database);
  }

  get url(): string {
    return this.database.url;
  }

  async replica(settings: Record<string, string>): Promise<NestFastifyApplication> {
    const app = await createService(
      service,
      testConfig(DatabaseConfig, { DATABASE_URL: this.database.url, ...settings }),
    );
    this.apps.push(app);
    await app.init();
    return app;
  }

  async stopReplica(app: NestFastifyApplication): Promise<void> {
    this.apps.splice(this.apps.indexOf(app), 1);
    await app.close();
  }

  async stop(): Promise<void> {
    for (const app of this.apps) await app.close();
    await this.database.drop();
  }
}

export async function addWord(app: NestFastifyApplication, text: string): Promise<void> {
  await app.get(Bus).call(add, { text });
}

/** Without a call, whose answer might be cut off after the commit. */
export async function writeWord(app: NestFastifyApplication, text: string): Promise<void> {
  await app.get(Transactions).run(() => app.get(Outbox).add(added, { text }));
}

/** In the order in which they were handled. */
export async function wordsOf(app: NestFastifyApplication): Promise<string[]> {
  const rows = await app.get(DataSource).query<{ text: string }[]>('SELECT text FROM tally ORDER BY id');
  return rows.map(({ text }) => text);
}
