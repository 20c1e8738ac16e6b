import type { AdminUser, UserSearch } from '@ces/contracts/identity/admin-users';
import { isUserId } from '@ces/contracts/user-id';
import type { Connection } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { normalisedUsername } from '../credentials/username.js';
import { DeletionService } from '../deletion/deletion.service.js';
import { GrantsService } from '../grants/grants.service.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { userNotFound } from '../users/user-not-found.js';
import { UsersService } from '../users/users.service.js';

interface Row {
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

/** What only an export tells. */
interface Rest {
  fields: object | null;
  made_by: string | null;
  first_sign_in_at: Date | null;
  registered_by: string | null;
}

const select = `
  SELECT u.*, u.active AND u.deactivated_at IS NULL AS active, c.username,
    ARRAY(SELECT json_build_object('provider_name', provider_name, 'owner_id', owner_id, 'user_id', user_id)
          FROM connection WHERE user_id = u.id ORDER BY created_at DESC) AS connections
  FROM app_user u LEFT JOIN credential c ON c.user_id = u.id`;

/** Users as administrators see them: closed ones too, until they are erased. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly revocations: RevocationsService,
    private readonly deletions: DeletionService,
    private readonly audit: AuditService,
    private readonly grants: GrantsService,
    private readonly users: UsersService,
  ) {}

  async search({ username, provider_name, owner_id }: UserSearch): Promise<AdminUser[]> {
    const rows = await this.database.query<Row[]>(
      `${select} WHERE u.id IN (SELECT user_id FROM credential WHERE username = $1
         UNION ALL SELECT user_id FROM connection WHERE provider_name = $2 AND owner_id = $3)`,
      [username === undefined ? null : (normalisedUsername(username) ?? null), clean(provider_name), clean(owner_id)],
    );
    return rows.map(toAdminUser);
  }

  async get(userId: string): Promise<AdminUser> {
    const [row] = isUserId(userId)
      ? await this.transactions.run((tx) => tx.query<Row[]>(`${select} WHERE u.id = $1`, [userId]))
      : [];
    if (!row) throw userNotFound();
    return toAdminUser(row);
  }

  /** No sign-in any more, and the tokens there are stop working; everything else stays. */
  deactivate(userId: string): Promise<AdminUser> {
    return this.transactions.run(async (tx) => {
      await this.users.lockOpen(userId);
      await tx.query('UPDATE app_user SET deactivated_at = coalesce(deactivated_at, now()) WHERE id = $1', [userId]);
      await this.grants.endUser(userId);
      await this.revocations.revokeUser(userId);
      return this.get(userId);
    });
  }

  reactivate(userId: string): Promise<AdminUser> {
    return this.transactions.run(async (tx) => {
      await this.users.lockOpen(userId);
      await tx.query('UPDATE app_user SET deactivated_at = NULL WHERE id = $1', [userId]);
      return this.get(userId);
    });
  }

  restore(userId: string): Promise<AdminUser> {
    return this.transactions.run(async () => {
      await this.deletions.restore(userId);
      return this.get(userId);
    });
  }

  async export(userId: string): Promise<object> {
    const user = await this.get(userId);
    const [rest] = await this.database.query<Rest[]>(
      `SELECT p.fields, u.made_by, u.first_sign_in_at, c.client_id AS registered_by
       FROM app_user u LEFT JOIN person p ON p.user_id = u.id LEFT JOIN credential c ON c.user_id = u.id WHERE u.id = $1`,
      [userId],
    );
    const { fields = null, ...origin } = rest ?? {};
    return { user: { ...user, ...origin }, person: fields, audit: await this.audit.ofUser(userId) };
  }
}

/** What PostgreSQL could not compare matches nothing. */
function clean(text: string | undefined): string | null {
  return text === undefined || /[\0\p{Surrogate}]/u.test(text) ? null : text;
}

function toAdminUser(row: Row): AdminUser {
  return {
    id: row.id,
    active: row.active,
    completed_registration: row.completed_registration,
    username: row.username,
    created: row.created_at.toISOString(),
    deactivated: row.deactivated_at?.toISOString() ?? null,
    closed: row.closed_at?.toISOString() ?? null,
    erase_after: row.erase_after?.toISOString() ?? null,
    connections: row.connections,
  };
}
