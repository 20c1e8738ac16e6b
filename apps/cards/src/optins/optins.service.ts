import type { Page, Paged } from '@ces/contracts/paging';
import type { NewOptin, OptinDefinition, RetiredOptin, Texts } from '@ces/contracts/cards/optins';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { timestamp } from '@ces/service/database/timestamp';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { demandSound } from './texts.js';

interface Row {
  id: string;
  name: Texts;
  description: Texts;
  purpose: string;
  can_be_updated: boolean;
  required: boolean;
  at_registration: boolean;
  text_version: number;
  created_at: Date;
  updated_at: Date;
  retired_at: Date | null;
}

const select = `
  SELECT o.*, t.name, t.description, t.purpose
    FROM optin o JOIN optin_text t ON t.optin_id = o.id AND t.version = o.text_version`;

/** What users are asked. A text that was shown to somebody is never changed: a new one is a new version. */
@Injectable()
export class OptinsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  create(request: NewOptin): Promise<OptinDefinition> {
    demandSound(request);
    const { required, can_be_updated } = request.purpose;
    const id = newId();
    return this.transactions.run(async (tx) => {
      await tx.query(
        'INSERT INTO optin (id, required, can_be_updated, at_registration, text_version) VALUES ($1, $2, $3, $4, 1)',
        [id, required, can_be_updated, request.at_registration ?? true],
      );
      await addText(tx, id, 1, request);
      return find(tx, id);
    });
  }

  put(id: string, request: NewOptin): Promise<OptinDefinition> {
    demandSound(request);
    const { required, can_be_updated } = request.purpose;
    return this.transactions.run(async (tx) => {
      const current = await locked(tx, id);
      if (current.retired !== null) throw new Problem('optin-retired', 'A retired opt-in is not changed any more.');
      const version = current.text_version + (sameText(current, request) ? 0 : 1);
      if (version > current.text_version) await addText(tx, id, version, request);
      await tx.query(
        `UPDATE optin SET required = $2, can_be_updated = $3, at_registration = $4, text_version = $5, updated_at = now()
          WHERE id = $1`,
        [id, required, can_be_updated, request.at_registration ?? true, version],
      );
      return find(tx, id);
    });
  }

  get(id: string): Promise<OptinDefinition> {
    return find(this.database.manager, id);
  }

  list(page: Page): Promise<Paged<OptinDefinition>> {
    const sql = `${select} WHERE $1::uuid IS NULL OR o.id < $1 ORDER BY o.id DESC LIMIT $2`;
    return pageOf(page, (...bounds) => this.database.query<Row[]>(sql, bounds), toDefinition);
  }

  /** Nobody is asked any more; what was answered stays on record. */
  retire(id: string): Promise<RetiredOptin> {
    return this.transactions.run(async (tx) => {
      await locked(tx, id);
      await tx.query('UPDATE optin SET retired_at = coalesce(retired_at, now()) WHERE id = $1', [id]);
      return { deleted: true };
    });
  }
}

/** Locked first and read afterwards: the text that was current before the wait may not be current any more. */
async function locked(tx: EntityManager, id: string): Promise<OptinDefinition> {
  if (isUuid(id)) await tx.query('SELECT 1 FROM optin WHERE id = $1 FOR UPDATE', [id]);
  return find(tx, id);
}

async function find(manager: EntityManager, id: string): Promise<OptinDefinition> {
  const [row] = isUuid(id) ? await manager.query<Row[]>(`${select} WHERE o.id = $1`, [id]) : [];
  if (!row) throw new Problem('optin-not-found', 'There is no opt-in of this id.');
  return toDefinition(row);
}

async function addText(tx: EntityManager, id: string, version: number, text: NewOptin): Promise<void> {
  await tx.query('INSERT INTO optin_text (optin_id, version, name, description, purpose) VALUES ($1, $2, $3, $4, $5)', [
    id,
    version,
    JSON.stringify(text.name),
    JSON.stringify(text.description),
    text.purpose.name,
  ]);
}

/** What a user agrees to: the words, and what for. */
function sameText(a: NewOptin, b: NewOptin): boolean {
  return wording(a) === wording(b);
}

function wording({ name, description, purpose }: NewOptin): string {
  const sorted = (texts: Texts) => Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted(name), sorted(description), purpose.name]);
}

function toDefinition(row: Row): OptinDefinition {
  const { id, name, description, text_version, required, can_be_updated, at_registration } = row;
  return {
    id,
    name,
    description,
    purpose: { name: row.purpose, can_be_updated, required },
    at_registration,
    text_version,
    created: timestamp(row.created_at),
    updated: timestamp(row.updated_at),
    retired: row.retired_at && timestamp(row.retired_at),
  };
}
