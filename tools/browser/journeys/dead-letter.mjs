import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Puts a dead letter into the table of a service, because no caller can make one. Its replay goes well. */
export async function buryLetter({ data_dir }, subject) {
  const settings = (name) => JSON.parse(readFileSync(join(data_dir, `${name}.json`), 'utf8'));
  const { postgres: password } = settings('secrets');
  const { postgres: port } = settings('ports');
  // A job takes the letters whose ids are older than its own, so the id begins with the time (UUID version 7).
  const time = Date.now().toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  const database = new pg.Client({ host: '127.0.0.1', port, user: 'ces', password, database: 'events' });
  await database.connect();
  try {
    const payload = JSON.stringify({ user_id: 'A'.repeat(25) });
    await database.query(
      `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
       VALUES ($1, 'events-identity-user-created', $2, $1, $3, 'broken', 8)`,
      [id, subject, payload],
    );
  } finally {
    await database.end();
  }
}
