import { privateDatabase } from '@ces/testing/servers/private-database';
import { Socket } from 'node:net';
import { DataSource } from 'typeorm';
import { JsonLogger } from './logger.js';

describe('JsonLogger', () => {
  it('logs which query failed and why, and none of its values', async () => {
    const database = await privateDatabase('log', async (url) => {
      const source = await new DataSource({ type: 'postgres', url }).initialize();
      await source.query('CREATE TABLE person (name text UNIQUE, age integer CHECK (age > 0))');
      await source.query(`INSERT INTO person VALUES ('anna@example.com', 30)`);
      await source.destroy();
    });
    const source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const failure = (values: unknown[]) =>
      source.query('INSERT INTO person VALUES ($1, $2)', values).then(
        () => new Error('it did not fail'),
        (error: unknown) => error as Error,
      );
    const failures = [await failure(['anna@example.com', 31]), await failure(['bert@example.com', -1])];
    await source.destroy();
    await database.drop();
    const lines: string[] = [];
    const logger = new JsonLogger('spec', 'info', { write: (line) => lines.push(line) });
    for (const error of failures) {
      logger.error({ err: error }, 'a request failed', 'Spec');
      logger.error(error, 'Spec');
      logger.error({ err: new Error('around it', { cause: error }) }, 'a request failed', 'Spec');
      logger.error({ err: new AggregateError([error], 'many') }, 'a request failed', 'Spec');
    }
    expect(lines).toHaveLength(8);
    for (const line of lines) expect(line).not.toMatch(/anna@|bert@/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'a request failed',
      err: { type: 'QueryFailedError', code: '23505', constraint: 'person_name_key', stack: expect.any(String) },
    });
  });

  it('logs an error that holds itself, and no connection in it', () => {
    const lines: string[] = [];
    const logger = new JsonLogger('spec', 'info', { write: (line) => lines.push(line) });
    const inner = new Error('inner');
    const error = Object.assign(new Error('outer'), { inner, list: [inner], when: new Date(0), socket: new Socket() });
    Object.assign(inner, { request: { of: error, parameters: ['anna@example.com'] }, cause: error });
    Object.assign(error, { self: { error } });
    logger.error({ err: error }, 'a request failed', 'Spec');
    expect(lines[0]).not.toContain('anna@');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { type: 'Error', inner: { type: 'Error' }, when: '1970-01-01T00:00:00.000Z', socket: '[Socket]' },
    });
  });
});
