import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { lockUser } from '../users/stored-users.js';

export type Purpose = 'auth' | 'activation' | 'delete_request';

interface Issue {
  purpose: Purpose;
  user_id: string;
  client_id: string;
  hours: number;
}

interface Bound {
  user_id: string;
  client_id: string;
}

interface Row {
  user_id: string | null;
  client_id: string;
  purpose: Purpose;
  gone: boolean;
}

/** Used and expired ones stay this long, to be answered with 410 and not like ones that never were. */
const rememberedHours = 48;

/** Secrets of 256 bits that stand for one purpose of one user at one client. Only their digest is kept. */
@Injectable()
export class NoncesService {
  constructor(private readonly database: DataSource) {}

  async issue(tx: EntityManager, { purpose, user_id, client_id, hours }: Issue): Promise<string> {
    const nonce = randomBytes(32).toString('base64url');
    await tx.query(
      `INSERT INTO nonce (hash, purpose, user_id, client_id, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
      [digest(nonce), purpose, user_id, client_id, hours],
    );
    return nonce;
  }

  /** Whose registration it is: `auth_nonce` may be used many times. */
  async resolve(nonce: string, client_id: string): Promise<string> {
    const row = await find(this.database.manager, nonce, 'auth');
    if (row.client_id !== client_id) throw invalid('auth');
    if (row.gone || row.user_id === null) throw nonceGone('auth');
    return row.user_id;
  }

  /** Whose it is, if it is still good. It is not used up. */
  async look(nonce: string, purpose: Purpose): Promise<Bound> {
    const { user_id, client_id, gone } = await find(this.database.manager, nonce, purpose);
    if (gone || user_id === null) throw nonceGone(purpose);
    return { user_id, client_id };
  }

  /** Once: of many at the same time, one gets through, and the others wait for its commit. */
  async consume(tx: EntityManager, nonce: string, purpose: Purpose): Promise<Bound> {
    const { user_id, gone } = await find(tx, nonce, purpose);
    if (gone || user_id === null) throw nonceGone(purpose);
    // First the user, as everyone does who voids nonces: else two would wait for each other crosswise.
    await lockUser(tx, user_id);
    const [[used]] = await tx.query<[Bound[], number]>(
      `UPDATE nonce SET used_at = now() WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()
         AND user_id IS NOT NULL RETURNING user_id, client_id`,
      [digest(nonce), purpose],
    );
    if (!used) throw nonceGone(purpose);
    return used;
  }

  /** They answer 410 from now on. */
  async void(tx: EntityManager, userId: string, purposes: Purpose[]): Promise<void> {
    await tx.query('UPDATE nonce SET used_at = now() WHERE user_id = $1 AND purpose = ANY ($2) AND used_at IS NULL', [
      userId,
      purposes,
    ]);
  }

  /** The user is erased: what nonces there were is forgotten, but that they are gone. */
  async forgetUser(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('UPDATE nonce SET user_id = NULL, used_at = coalesce(used_at, now()) WHERE user_id = $1', [userId]);
  }

  async purge(tx: EntityManager): Promise<void> {
    await tx.query('DELETE FROM nonce WHERE expires_at < now() - make_interval(hours => $1)', [rememberedHours]);
  }
}

async function find(tx: EntityManager, nonce: string, purpose: Purpose): Promise<Row> {
  const [row] = await tx.query<Row[]>(
    `SELECT user_id, client_id, purpose, used_at IS NOT NULL OR expires_at <= now() AS gone FROM nonce WHERE hash = $1`,
    [digest(nonce)],
  );
  if (row?.purpose !== purpose) throw invalid(purpose);
  return row;
}

function digest(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest();
}

function invalid(purpose: Purpose): Problem {
  return refusal('nonce-invalid', purpose, 'The nonce is unknown, or was given out for something else.');
}

export function nonceGone(purpose: Purpose): Problem {
  return refusal('nonce-gone', purpose, 'The nonce was used already, or has expired.');
}

/** Each purpose has its field: `auth_nonce` comes from a registration, `nonce` from a mail. */
function refusal(code: 'nonce-invalid' | 'nonce-gone', purpose: Purpose, detail: string): Problem {
  const pointer = purpose === 'auth' ? '#/auth_nonce' : '#/nonce';
  return new Problem(code, detail, { errors: [{ pointer, code, detail }] });
}
