import { Gate } from '@ces/messaging/calls/gate';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { errors, type AdapterPayload } from 'oidc-provider';
import { DataSource, type EntityManager } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { openedWith, sealedFor, type Sealed } from './sealed-answer.js';
import { AnonymousRows } from './anonymous-rows.js';
import { keep, keyOf, rowOf, useOnce, type PayloadRow, type SingleUse, type StoredKind } from './payload-rows.js';

interface Row {
  payload: AdapterPayload;
  grant_id: string | null;
  consumed: number | null;
}

interface IssuedToken {
  jti: string;
  user_id: string;
  grant_id: string;
  /** Seconds from now. */
  seconds: number;
}

/** What one request writes. */
interface Writes {
  kept: PayloadRow[];
  used: Used[];
  /** Tokens of others. */
  spent: SingleUse[];
}

interface Used {
  kind: StoredKind;
  id: string;
}

/** How long the same refresh token gets the same answer: an answer may be lost on its way. */
const graceSeconds = 10;

const batchSize = 5_000;
const waiting = new AsyncLocalStorage<Writes>();

/**
 * What is remembered of sign-ins. All of one grant ends together: its code, its refresh tokens, and its access tokens,
 * which are JWTs and therefore noted here, so that they can be revoked one by one.
 */
@Injectable()
export class GrantsService {
  private readonly gate: Gate;

  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly revocations: RevocationsService,
    private readonly anonymous: AnonymousRows,
    { DATABASE_POOL }: IdentityConfig,
  ) {
    // Sign-ins come in crowds, and each write waits for the disk. While that is slow, those who only read must find a connection.
    this.gate = new Gate(Math.max(1, Math.floor(DATABASE_POOL / 4)));
  }

  /**
   * What `work` writes is written at its end, all or nothing, and only if it gave an answer: a request that gets no tokens
   * uses up no code and no refresh token. No connection is held meanwhile. The answer to send is the one returned: for a
   * refresh token that was used a moment ago it is the earlier one, and nothing is written.
   */
  async together(work: () => Promise<object | undefined>): Promise<object | undefined> {
    const writes: Writes = { kept: [], used: [], spent: [] };
    const answer = await waiting.run(writes, work);
    if (!answer) return undefined;
    try {
      await this.write(writes, answer);
      return answer;
    } catch (error) {
      if (error instanceof AnsweredBefore) return error.answer;
      // In a transaction of its own: that of the request is rolled back.
      if (error instanceof UsedTwice && error.grantId !== null) await this.endGrant(error.grantId);
      throw error;
    }
  }

  /** Of a user who may no longer sign in, or of a grant that has ended, nothing is kept: what was issued is void. */
  async put(kind: StoredKind, id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    const row = rowOf(kind, id, payload);
    await this.anonymous.demandRoom(row);
    await this.keepRow({ ...row, seconds });
  }

  /** Adds to a grant. False when it has ended: what is dead is not written anew. */
  async widen(grantId: string, more: object, seconds: number): Promise<boolean> {
    const [widened] = await this.database.query<[unknown[], number]>(
      `UPDATE oauth_payload SET payload = (payload::jsonb || $2)::json, expires_at = now() + make_interval(secs => $3)
       WHERE kind = 'Grant' AND id = $1 AND expires_at > now() RETURNING id`,
      [grantId, JSON.stringify(more), seconds],
    );
    return widened.length > 0;
  }

  async find(kind: StoredKind, id: string): Promise<AdapterPayload | undefined> {
    const row = await this.read(kind, id);
    return row && { ...row.payload, jti: id, ...(row.consumed === null ? {} : { consumed: row.consumed }) };
  }

  /** Shows a used refresh token as unused while its answer is still repeated. */
  async findToRenew(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.find('RefreshToken', id);
    if (found?.consumed === undefined || !(await answerTo(this.database.manager, id))) return found;
    return { ...found, consumed: undefined };
  }

  async findByUid(kind: StoredKind, uid: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.query<Pick<Row, 'payload'>[]>(
      'SELECT payload FROM oauth_payload WHERE uid = $1 AND kind = $2 AND expires_at > now()',
      [uid, kind],
    );
    return row?.payload;
  }

  /** Once and never again: of many at a time one gets through. Whoever comes later ends the whole grant. */
  async consume(kind: StoredKind, id: string): Promise<void> {
    const used = { kind, id };
    const later = waiting.getStore();
    if (later) later.used.push(used);
    else await this.write({ kept: [], used: [used], spent: [] });
  }

  /** Of a token that others have issued. Refused if it was used before, by whichever request commits first. */
  async useOnce(use: SingleUse): Promise<void> {
    const later = waiting.getStore();
    if (later) later.spent.push(use);
    else await this.write({ kept: [], used: [], spent: [use] });
  }

  async remove(kind: StoredKind, id: string): Promise<void> {
    await this.database.query('DELETE FROM oauth_payload WHERE kind = $1 AND id = $2', [kind, keyOf(kind, id)]);
  }

  /** Notes an access token, so that it can be ended; refused when its user or its grant has ended a moment ago. */
  noteAccessToken({ jti, user_id, grant_id, seconds }: IssuedToken): Promise<void> {
    return this.keepRow({ kind: 'AccessToken', key: jti, payload: {}, user_id, grant_id, seconds });
  }

  /** The grant goes first: who adds to it either has committed and is seen below, or finds it gone. */
  endGrant(grantId: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      await tx.query(`DELETE FROM oauth_payload WHERE kind = 'Grant' AND id = $1`, [grantId]);
      await this.end(tx, 'grant_id', grantId);
    });
  }

  /**
   * Sessions, grants and all that hangs on them. The caller revokes what was issued up to now as well; but clocks differ,
   * and a token may say that it was issued later. Last in a transaction, because it holds up all other revocations.
   */
  async endUser(userId: string): Promise<void> {
    const tx = this.transactions.open;
    await tx.query(`DELETE FROM oauth_payload WHERE user_id = $1 AND kind = 'Grant'`, [userId]);
    await this.end(tx, 'user_id', userId);
  }

  /** Were its id to come back, nothing of the old client would. */
  async endClient(clientId: string): Promise<void> {
    const tx = this.transactions.open;
    await tx.query(`DELETE FROM oauth_payload WHERE client_id = $1 AND kind = 'Grant'`, [clientId]);
    await tx.query('DELETE FROM oauth_payload WHERE client_id = $1', [clientId]);
  }

  @Every({
    name: 'purge-grants',
    does: 'Deletes expired sessions, sign-ins, grants, codes and tokens.',
    seconds: 60,
  })
  purge(): Promise<void> {
    return this.transactions.run((tx) => this.deleteExpired(tx));
  }

  private async deleteExpired(tx: EntityManager): Promise<void> {
    for (let batch = 0, removed = batchSize; removed === batchSize && batch < 20; batch += 1) {
      [, removed] = await tx.query<[unknown[], number]>(
        `DELETE FROM oauth_payload WHERE (kind, id) IN (SELECT kind, id FROM oauth_payload
           WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
        [batchSize],
      );
    }
  }

  private async end(tx: EntityManager, column: 'grant_id' | 'user_id', id: string): Promise<void> {
    const [gone] = await tx.query<[{ kind: string; id: string; expires: number }[], number]>(
      `DELETE FROM oauth_payload WHERE ${column} = $1 RETURNING kind, id, extract(epoch FROM expires_at)::int AS expires`,
      [id],
    );
    await this.revocations.revokeTokens(gone.filter(({ kind }) => kind === 'AccessToken'));
  }

  private async keepRow(row: PayloadRow): Promise<void> {
    const later = waiting.getStore();
    if (later) later.kept.push(row);
    else await this.write({ kept: [row], used: [], spent: [] });
  }

  /** User and grant are locked, in this order, before what hangs on them; so do those who end them. */
  private write({ kept, used, spent }: Writes, answer?: object): Promise<void> {
    return this.gate.run(async () => {
      // Most sign in for the first time: one statement then, which needs no transaction around it.
      if (used.length + spent.length === 0) return writeRows(this.database.manager, kept);
      return this.transactions.run(async (tx) => {
        await writeRows(tx, kept);
        for (const each of spent) await spend(tx, each);
        for (const each of used) await use(tx, each, answer);
      });
    });
  }

  private async read(kind: StoredKind, id: string): Promise<Row | undefined> {
    const [row] = await this.database.query<Row[]>(
      `SELECT payload, grant_id, extract(epoch FROM consumed_at)::int AS consumed FROM oauth_payload
       WHERE kind = $1 AND id = $2 AND expires_at > now()`,
      [kind, keyOf(kind, id)],
    );
    return row;
  }
}

/** Rows of one request are of one user and one grant: all of them are kept, or none. */
async function writeRows(tx: EntityManager, rows: PayloadRow[]): Promise<void> {
  const all = rows.length === 0 || (await keep(tx, rows));
  if (!all && rows.some(({ kind }) => kind === 'AccessToken')) {
    throw new errors.InvalidGrant('the account or the grant has ended');
  }
}

async function spend(tx: EntityManager, token: SingleUse): Promise<void> {
  if (!(await useOnce(tx, token))) throw new errors.InvalidRequest('the subject_token was used before');
}

async function use(tx: EntityManager, { kind, id }: Used, answer: object | undefined): Promise<void> {
  const repeatable = kind === 'RefreshToken' && answer;
  const used = await tx.query<unknown[]>(
    `WITH used AS (UPDATE oauth_payload SET consumed_at = now() WHERE kind = $1 AND id = $2 AND consumed_at IS NULL
       RETURNING id, user_id, grant_id),
     answered AS (INSERT INTO oauth_payload (kind, id, payload, user_id, grant_id, expires_at)
       SELECT 'RefreshAnswer', id, $3::json, user_id, grant_id, now() + make_interval(secs => $4) FROM used
       WHERE $3::json IS NOT NULL)
     SELECT id FROM used`,
    [kind, keyOf(kind, id), repeatable ? JSON.stringify(sealedFor(id, answer)) : null, graceSeconds],
  );
  if (used.length > 0) return;
  const before = kind === 'RefreshToken' ? await answerTo(tx, id) : undefined;
  if (before) throw new AnsweredBefore(before);
  const [row] = await tx.query<Pick<Row, 'grant_id'>[]>(
    'SELECT grant_id FROM oauth_payload WHERE kind = $1 AND id = $2',
    [kind, keyOf(kind, id)],
  );
  throw new UsedTwice(row?.grant_id ?? null);
}

/** What this refresh token got at its first use, while that is repeated. */
async function answerTo(tx: EntityManager, refreshToken: string): Promise<object | undefined> {
  const [row] = await tx.query<{ payload: Sealed }[]>(
    `SELECT payload FROM oauth_payload WHERE kind = 'RefreshAnswer' AND id = $1 AND expires_at > clock_timestamp()`,
    [keyOf('RefreshToken', refreshToken)],
  );
  return row && openedWith(refreshToken, row.payload);
}

/** Rolls back what a repeated request was about to write. */
class AnsweredBefore extends Error {
  constructor(readonly answer: object) {
    super('the refresh token was answered before');
  }
}

class UsedTwice extends errors.InvalidGrant {
  constructor(readonly grantId: string | null) {
    super('it was used already');
  }
}
