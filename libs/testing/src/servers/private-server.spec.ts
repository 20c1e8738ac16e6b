import { connect } from 'nats';
import { jetstreamManager } from '@nats-io/jetstream';
import { Client } from 'pg';
import { privateNats } from './private-nats.ts';
import { privatePostgres } from './private-postgres.ts';

describe('private servers', () => {
  it('keep a NATS stream and their port over a kill -9', async () => {
    const nats = await privateNats();
    const streams = await streamsAt(nats.url, 'KEPT');
    const killed = nats.pid();
    await nats.kill();
    await nats.start();
    expect(streams).toEqual(['KEPT']);
    expect(nats.pid()).not.toBe(killed);
    expect(await streamsAt(nats.url)).toEqual(['KEPT']);
    await nats.stop();
  });

  it('keep PostgreSQL rows and their port over a kill -9', async () => {
    const postgres = await privatePostgres();
    const idle = await connected(postgres.url); // this session must not hinder the restart
    await idle.query('CREATE TABLE kept AS SELECT 42 AS answer');
    await postgres.kill();
    await postgres.start();
    const client = await connected(postgres.url);
    expect((await client.query('SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
    await client.end();
    await postgres.stop();
  });
});

async function streamsAt(url: string, create?: string): Promise<string[]> {
  const connection = await connect({ servers: url });
  const manager = await jetstreamManager(connection);
  if (create) await manager.streams.add({ name: create, subjects: [`${create}.>`] });
  const names = [];
  for await (const name of manager.streams.names()) names.push(name);
  await connection.close();
  return names;
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
