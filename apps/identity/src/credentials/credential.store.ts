import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The credentials of an open account. */
export interface FoundAccount {
  user_id: string;
  password_hash: string;
  completed: boolean;
  activated: boolean;
  deactivated: boolean;
  /** See sign-in-epochs.ts. */
  epoch: number;
}

export interface NamedAccount extends FoundAccount {
  username: string;
}

export interface Attempt {
  found: FoundAccount | null;
  /** True if wrong passwords are counted for one of the subjects. */
  counted: boolean;
}

export interface NameHolder {
  user_id: string;
  unfinished: boolean;
}

interface NewCredential {
  user_id: string;
  username: string;
  password_hash: string;
  client_id: string | null;
}

const account = `c.user_id, c.password_hash, u.completed_registration AS completed,
            c.activated_at IS NOT NULL AS activated, u.deactivated_at IS NOT NULL AS deactivated, u.sign_in_epoch AS epoch
          FROM credential c JOIN app_user u ON u.id = c.user_id`;

const credentialsOf = `SELECT ${account} WHERE c.username = $1 AND u.closed_at IS NULL`;

/** One statement, because every sign-in runs it. */
const forAttempt = `SELECT (SELECT to_json(found) FROM (${credentialsOf}) found) AS found,
  EXISTS (SELECT FROM wrong_password WHERE subject = ANY ($2::text[])) AS counted`;

/** Names and passwords. SQL because sign-in is hot, and because a name is claimed in one statement. */
@Injectable()
export class CredentialStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Finds the open account of a name, and whether wrong passwords are counted for the subjects. It joins no transaction. */
  async findForAttempt(username: string, subjects: string[]): Promise<Attempt> {
    const [attempt] = await this.database.query<Attempt[]>(forAttempt, [username, subjects]);
    return attempt ?? { found: null, counted: false };
  }

  async find(username: string): Promise<FoundAccount | undefined> {
    const [found] = await this.transactions.current.query<FoundAccount[]>(credentialsOf, [username]);
    return found;
  }

  async lockByName(username: string): Promise<string | undefined> {
    const [locked] = await this.transactions.open.query<FoundAccount[]>(
      `${credentialsOf} FOR UPDATE OF u, c SKIP LOCKED`,
      [username],
    );
    return locked?.user_id;
  }

  async findAccountOf(userId: string): Promise<NamedAccount | undefined> {
    const [found] = await this.transactions.current.query<NamedAccount[]>(
      `SELECT c.username, ${account} WHERE c.user_id = $1 AND u.closed_at IS NULL`,
      [userId],
    );
    return found;
  }

  /** Finds the user of a name, also of a closed account, which keeps its name until it is erased. It joins no transaction. */
  async findHolder(username: string): Promise<NameHolder | undefined> {
    const [holder] = await this.database.query<NameHolder[]>(
      `SELECT u.id AS user_id, NOT u.completed_registration AND u.closed_at IS NULL AS unfinished
       FROM credential c JOIN app_user u ON u.id = c.user_id WHERE c.username = $1`,
      [username],
    );
    return holder;
  }

  /** Claims a name. One of several transactions succeeds; the others wait for its commit and get false. */
  async claimName({ user_id, username, password_hash, client_id }: NewCredential): Promise<boolean> {
    const claimed = await this.transactions.open.query<unknown[]>(
      `INSERT INTO credential (user_id, username, password_hash, client_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (username) DO NOTHING RETURNING user_id`,
      [user_id, username, password_hash, client_id],
    );
    return claimed.length > 0;
  }

  async findName(userId: string): Promise<string | undefined> {
    const [found] = await this.transactions.current.query<{ username: string }[]>(
      'SELECT username FROM credential WHERE user_id = $1',
      [userId],
    );
    return found?.username;
  }

  async activate(userId: string, passwordHash: string | null): Promise<void> {
    await this.transactions.open.query(
      'UPDATE credential SET activated_at = now(), password_hash = coalesce($2, password_hash) WHERE user_id = $1',
      [userId, passwordHash],
    );
  }
}
