import type { Nats } from '@ces/messaging/nats';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { operatorOf } from './guarded-nats.js';

/** For specs of erasure: every row of the service's tables and every message of its streams. */
export async function dump(app: INestApplicationContext): Promise<string> {
  return [...(await tablesOf(app.get(DataSource))), ...(await streamsOf(await operatorOf(app)))].join('\n');
}

async function tablesOf(database: DataSource): Promise<string[]> {
  const tables = await database.query<{ name: string }[]>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => database.query<{ row: string }[]>(`SELECT t::text AS row FROM ${name} t`)),
  );
  return rows.flatMap((some, index) => some.map(({ row }) => `${tables[index]?.name ?? ''} ${row}`));
}

async function streamsOf(nats: Nats): Promise<string[]> {
  const manager = await nats.manager();
  const texts: string[] = [];
  for await (const { config, state } of manager.streams.list()) {
    if (!config.name.startsWith(nats.settings.namespace)) continue;
    for (let seq = state.first_seq; seq > 0 && seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(config.name, { seq }).catch(() => null);
      if (message) texts.push(`${config.name} ${message.subject} ${message.string()}`);
    }
  }
  return texts;
}
