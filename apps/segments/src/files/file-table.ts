import type { EntityManager } from 'typeorm';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { finished } from 'node:stream/promises';

/** The table that holds the identifiers of a file. Ids are UUIDs, so the name needs no quoting. */
export function tableOf(fileId: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fileId)) throw new Error(`${fileId} is not the id of a file`);
  return `file_${fileId.replaceAll('-', '')}`;
}

export async function createTable(tx: EntityManager, fileId: string): Promise<void> {
  await tx.query(`CREATE TABLE ${tableOf(fileId)} (identifier text COLLATE "C" NOT NULL)`);
}

/** For a file whose row stays: each has a table. */
export async function emptyTable(tx: EntityManager, fileId: string): Promise<void> {
  await tx.query(`TRUNCATE ${tableOf(fileId)}`);
}

export async function dropTable(tx: EntityManager, fileId: string): Promise<void> {
  await tx.query(`DROP TABLE IF EXISTS ${tableOf(fileId)}`);
}

/** Lines of one identifier each, by COPY, in the transaction. */
export async function copyInto(tx: EntityManager, fileId: string, lines: string): Promise<void> {
  const client = (await tx.queryRunner?.connect()) as PoolClient;
  const stream = client.query(from(`COPY ${tableOf(fileId)} FROM STDIN`));
  stream.end(escaped(lines));
  await finished(stream);
}

/** What COPY's text format reads as something else. */
function escaped(lines: string): string {
  const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\r': '\\r' };
  return lines.replace(/[\\\t\r]/g, (character) => escapes[character] ?? character);
}
