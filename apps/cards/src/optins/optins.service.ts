import type { NewOptin, OptinDefinition, RetiredOptin, Texts } from '@ces/contracts/cards/optins';
import type { Paged, SearchPage } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { And, In, LessThan } from 'typeorm';
import { OptinTextEntity } from './optin-text.entity.js';
import { validateOptin } from './optin-texts.js';
import { OptinEntity } from './optin.entity.js';
import { OptinStore } from './optin.store.js';

/** A text is never changed: another text is a new version. */
@Injectable()
export class OptinsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: OptinStore,
  ) {}

  create(request: NewOptin): Promise<OptinDefinition> {
    validateOptin(request);
    const id = newId();
    return this.transactions.run(async () => {
      await this.optins.insert({ id, ...columnsOf(request), text_version: 1 });
      await this.addText(id, 1, request);
      return this.get(id);
    });
  }

  put(id: string, request: NewOptin): Promise<OptinDefinition> {
    validateOptin(request);
    return this.transactions.run(async () => {
      const current = await this.lock(id);
      await demandUnchanged(() => Promise.resolve(current));
      if (current.retired_at !== null) throw new Problem('optin-retired', 'A retired opt-in is not changed any more.');
      const text_version = current.text_version + (hasSameText(current, request) ? 0 : 1);
      if (text_version > current.text_version) await this.addText(id, text_version, request);
      await this.optins.update({ id }, { ...columnsOf(request), text_version });
      return this.get(id);
    });
  }

  async get(id: string): Promise<OptinDefinition> {
    return this.withText(isUuid(id) ? await this.optins.findOneBy({ id }) : null);
  }

  list({ q, ...page }: SearchPage): Promise<Paged<OptinDefinition>> {
    return pageOf(
      page,
      (before, atMost) => this.findPage(before, atMost, q),
      (optin) => optin,
    );
  }

  /** Users are not asked any more, but their answers stay on record. */
  retire(id: string): Promise<RetiredOptin> {
    return this.transactions.run(async () => {
      await this.lock(id);
      await this.store.retire(id);
      return { deleted: true };
    });
  }

  /** Finds retired opt-ins, too. */
  async existing(ids: string[]): Promise<string[]> {
    const optins = await this.optins.find({ select: { id: true }, where: { id: In(ids.filter(isUuid)) } });
    return optins.map(({ id }) => id);
  }

  private get optins() {
    return this.transactions.of(OptinEntity);
  }

  private get texts() {
    return this.transactions.of(OptinTextEntity);
  }

  /** The text is read after the lock, because another change may have replaced it meanwhile. */
  private async lock(id: string): Promise<OptinDefinition> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.withText(isUuid(id) ? await this.optins.findOne({ where: { id }, lock }) : null);
  }

  private async findPage(before: string | null, atMost: number, q?: string): Promise<OptinDefinition[]> {
    const conditions = [
      ...(before === null ? [] : [LessThan(before)]),
      ...(q === undefined ? [] : [In(await this.store.named(q))]),
    ];
    const optins = await this.optins.find({
      where: conditions.length === 0 ? {} : { id: And(...conditions) },
      order: { id: 'DESC' },
      take: atMost,
    });
    if (optins.length === 0) return [];
    const texts = await this.texts.findBy(
      optins.map(({ id, text_version }) => ({ optin_id: id, version: text_version })),
    );
    const textOf = new Map(texts.map((text) => [text.optin_id, text]));
    return optins.map((optin) => toDefinition(optin, textOf.get(optin.id)));
  }

  /** A text never changes, so reading it in a second statement is safe. */
  private async withText(optin: OptinEntity | null): Promise<OptinDefinition> {
    if (!optin) throw new Problem('optin-not-found', 'There is no opt-in of this id.');
    const text = await this.texts.findOneBy({ optin_id: optin.id, version: optin.text_version });
    return toDefinition(optin, text ?? undefined);
  }

  private async addText(optin_id: string, version: number, { name, description, purpose }: NewOptin): Promise<void> {
    await this.texts.insert({ optin_id, version, name, description, purpose: purpose.name });
  }
}

function columnsOf({ purpose: { required, can_be_updated }, at_registration }: NewOptin) {
  return { required, can_be_updated, at_registration: at_registration ?? true };
}

/** A user agrees to the words and to the purpose. */
function hasSameText(a: NewOptin, b: NewOptin): boolean {
  return wording(a) === wording(b);
}

function wording({ name, description, purpose }: NewOptin): string {
  const sorted = (texts: Texts) => Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted(name), sorted(description), purpose.name]);
}

function toDefinition(optin: OptinEntity, text: OptinTextEntity | undefined): OptinDefinition {
  if (!text) throw new Error(`opt-in ${optin.id} has no text of version ${optin.text_version}`);
  const { id, text_version, required, can_be_updated, at_registration } = optin;
  return {
    id,
    // A retired opt-in leaves its key to others.
    key: optin.retired_at === null ? optin.key : null,
    name: text.name,
    description: text.description,
    purpose: { name: text.purpose, can_be_updated, required },
    at_registration,
    text_version,
    created: optin.created_at.toISOString(),
    updated: optin.updated_at.toISOString(),
    retired_at: optin.retired_at?.toISOString() ?? null,
  };
}
