import type { AdminUser, UserSearch } from '@ces/contracts/identity/admin-users';
import type { DataOf, ExportPart } from '@ces/contracts/identity/erasure';
import { isUserId } from '@ces/contracts/user-id';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { normalisedUsername } from '../credentials/username.js';
import { DeletionService } from '../deletion/deletion.service.js';
import { GrantsService } from '../grants/grants.service.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { userNotFound } from '../users/user-not-found.js';
import { UsersService } from '../users/users.service.js';
import { AdminUserStore, type AdminUserRow } from './admin-user.store.js';

/** Includes closed users until they are erased. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly store: AdminUserStore,
    private readonly transactions: Transactions,
    private readonly users: UsersService,
    private readonly revocations: RevocationsService,
    private readonly deletions: DeletionService,
    private readonly audit: AuditService,
    private readonly grants: GrantsService,
  ) {}

  async search({ username, provider_name, owner_id }: UserSearch): Promise<AdminUser[]> {
    const rows = await this.store.search({
      username: username === undefined ? null : (normalisedUsername(username) ?? null),
      provider_name: comparable(provider_name),
      owner_id: comparable(owner_id),
    });
    return rows.map(toAdminUser);
  }

  async get(userId: string): Promise<AdminUser> {
    const row = isUserId(userId) ? await this.store.find(userId) : undefined;
    if (!row) throw userNotFound();
    return toAdminUser(row);
  }

  /** Ends sign-ins and tokens of the user; everything else stays. */
  deactivate(userId: string): Promise<AdminUser> {
    return this.transactions.run(async () => {
      await this.users.lockOpen(userId);
      await this.store.deactivate(userId);
      await this.grants.endUser(userId);
      await this.revocations.revokeUser(userId);
      return this.get(userId);
    });
  }

  reactivate(userId: string): Promise<AdminUser> {
    return this.transactions.run(async () => {
      await this.users.lockOpen(userId);
      await this.store.reactivate(userId);
      return this.get(userId);
    });
  }

  restore(userId: string): Promise<AdminUser> {
    return this.transactions.run(async () => {
      await this.deletions.restore(userId);
      return this.get(userId);
    });
  }

  /** Everything but secrets, and what they seal. The entries of the audit fill further parts. */
  async export({ user_id, cursor }: DataOf): Promise<ExportPart> {
    if (cursor !== undefined) return this.audit.ofUser(user_id, cursor);
    const user = await this.get(user_id);
    const { fields = null, sign_ins = [], mails = [], ...origin } = (await this.store.findExported(user_id)) ?? {};
    const account = { user: { ...user, ...origin }, person: fields, sign_ins, mails };
    return { ...account, ...(await this.audit.ofUser(user_id, null)) };
  }
}

/** PostgreSQL cannot compare some texts; they match nothing. */
function comparable(text: string | undefined): string | null {
  return text === undefined || /[\0\p{Surrogate}]/u.test(text) ? null : text;
}

function toAdminUser(row: AdminUserRow): AdminUser {
  return {
    id: row.id,
    active: row.active,
    completed_registration: row.completed_registration,
    username: row.username,
    created: row.created_at.toISOString(),
    deactivated_at: row.deactivated_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    erase_at: row.erase_after?.toISOString() ?? null,
    connections: row.connections,
  };
}
