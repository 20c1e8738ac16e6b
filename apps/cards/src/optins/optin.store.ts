import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/**
 * SQL because retirement takes the clock of the database and, unlike other changes, leaves `updated_at` alone, and because a
 * search looks into a name in each language.
 */
@Injectable()
export class OptinStore {
  constructor(private readonly transactions: Transactions) {}

  /** The opt-ins whose name has this text in one of its languages, in any case. */
  async named(text: string): Promise<string[]> {
    const rows = await this.transactions.current.query<{ id: string }[]>(
      `SELECT o.id FROM optin o JOIN optin_text t ON t.optin_id = o.id AND t.version = o.text_version
        WHERE EXISTS (SELECT FROM json_each_text(t.name::json) WHERE strpos(lower(value), lower($1)) > 0)`,
      [text],
    );
    return rows.map(({ id }) => id);
  }

  /** Retires an opt-in. A retired opt-in keeps its moment. */
  async retire(id: string): Promise<void> {
    await this.transactions.open.query('UPDATE optin SET retired_at = coalesce(retired_at, now()) WHERE id = $1', [id]);
  }
}
