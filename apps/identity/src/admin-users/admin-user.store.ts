import type { Connection } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { written } from '@ces/service/timeline/timeline.store';
import { Injectable } from '@nestjs/common';

export interface AdminUserRow {
  id: string;
  active: boolean;
  completed_registration: boolean;
  username: string | null;
  created_at: Date;
  deactivated_at: Date | null;
  closed_at: Date | null;
  erase_after: Date | null;
  connections: Connection[];
}

interface ExportedRow {
  fields: object | null;
  made_by: string | null;
  first_sign_in_at: Date | null;
  registered_by: string | null;
  person_created_at: Date | null;
  person_updated_at: Date | null;
  sign_ins: object[];
  mails: object[];
}

interface UserQuery {
  username: string | null;
  provider_name: string | null;
  owner_id: string | null;
}

const select = `
  SELECT u.*, u.active AND u.deactivated_at IS NULL AND u.closed_at IS NULL AS active, c.username,
    ARRAY(SELECT json_build_object('provider_name', provider_name, 'owner_id', owner_id, 'user_id', user_id)
          FROM connection WHERE user_id = u.id ORDER BY created_at DESC) AS connections
  FROM app_user u LEFT JOIN credential c ON c.user_id = u.id`;

/** The administrators' view of users. SQL because it joins users, credentials, connections and persons. */
@Injectable()
export class AdminUserStore {
  constructor(private readonly transactions: Transactions) {}

  search({ username, provider_name, owner_id }: UserQuery): Promise<AdminUserRow[]> {
    return this.transactions.current.query<AdminUserRow[]>(
      `${select} WHERE u.id IN (SELECT user_id FROM credential WHERE username = $1
         UNION ALL SELECT user_id FROM connection WHERE provider_name = $2 AND owner_id = $3)`,
      [username, provider_name, owner_id],
    );
  }

  async find(userId: string): Promise<AdminUserRow | undefined> {
    const [row] = await this.transactions.current.query<AdminUserRow[]>(`${select} WHERE u.id = $1`, [userId]);
    return row;
  }

  async findExported(userId: string): Promise<ExportedRow | undefined> {
    const [row] = await this.transactions.current.query<ExportedRow[]>(
      `SELECT p.fields, p.created_at AS person_created_at, p.updated_at AS person_updated_at, u.made_by, u.first_sign_in_at,
              c.client_id AS registered_by,
              ARRAY(SELECT json_build_object('kind', lower(kind), 'client_id', client_id, 'expires_at', ${written('expires_at')})
                      FROM oauth_payload WHERE user_id = u.id AND kind IN ('Session', 'Grant') ORDER BY expires_at) AS sign_ins,
              ARRAY(SELECT json_build_object('kind', kind, 'recipient', recipient, 'locale', locale, 'created_at', ${written('created_at')})
                      FROM mail_outbox WHERE user_id = u.id ORDER BY id) AS mails
       FROM app_user u LEFT JOIN person p ON p.user_id = u.id LEFT JOIN credential c ON c.user_id = u.id WHERE u.id = $1`,
      [userId],
    );
    return row;
  }

  /** Keeps the time of an earlier deactivation. */
  async deactivate(userId: string): Promise<void> {
    await this.transactions.open.query(
      'UPDATE app_user SET deactivated_at = coalesce(deactivated_at, now()) WHERE id = $1',
      [userId],
    );
  }

  async reactivate(userId: string): Promise<void> {
    await this.transactions.open.query('UPDATE app_user SET deactivated_at = NULL WHERE id = $1', [userId]);
  }
}
