import {
  optinChanged,
  type ChangeOptins,
  type Optin,
  type OptinAnswer,
  type OptinsOf,
  type OptinsShown,
} from '@ces/contracts/cards/optins';
import { Problem } from '@ces/contracts/problems';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { timestamp } from '@ces/service/database/timestamp';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockUser } from '../erasure/user-lock.js';
import { Registrant } from '../registration/registrant.js';
import { optinsOf, type AnsweredOptin, type Which } from './read-consents.js';
import { fallback } from './texts.js';

type Source = 'registration' | 'account';

/** What users have answered. Answers are only ever added. */
@Injectable()
export class ConsentsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly registrant: Registrant,
    private readonly outbox: Outbox,
  ) {}

  // rows 16 and 24
  async read(request: OptinsOf): Promise<OptinsShown | Optin[]> {
    const { userId, source } = await this.who(request);
    const wanted = { userId, locales: localesOf(request), which: whichFor[source] };
    if (!request.locales) return (await optinsOf(this.database.manager, wanted)).map(({ optin }) => optin);
    const read = (...bounds: [string | null, number]) => optinsOf(this.database.manager, wanted, ...bounds);
    const { items, next } = await pageOf(request, read, (answered) => answered);
    return shown(items, next, request);
  }

  /** Row 17: all of the answers, or none. */
  async change(request: ChangeOptins): Promise<OptinsShown | Optin[]> {
    const { userId, source } = await this.who(request);
    const wanted = { userId, locales: localesOf(request) };
    return this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      const answerable = await optinsOf(tx, { ...wanted, which: 'of the user' });
      const known = new Map(answerable.map((each) => [each.id, each]));
      const changes = request.optins.flatMap((answer, index) => {
        const asked = known.get(answer.optin_id);
        if (!asked || (asked.retired && answer.optin)) throw unknownOptin(index);
        if (!isNews(asked, answer)) return [];
        if (source === 'account' && asked.optin.opted_in !== answer.optin) demandChangeable(asked, index);
        return [{ asked, opted_in: answer.optin }];
      });
      for (const { asked, opted_in } of changes) await this.add(tx, userId, asked, opted_in, source, request);
      const optins = await optinsOf(tx, { ...wanted, which: whichFor[source] });
      return request.locales ? shown(optins, null, request) : optins.map(({ optin }) => optin);
    });
  }

  private async who(request: OptinsOf): Promise<{ userId: string; source: Source }> {
    const userId = await this.registrant.userOf(request);
    return { userId, source: request.user_id === undefined ? 'registration' : 'account' };
  }

  private async add(
    tx: EntityManager,
    user_id: string,
    { optin, text_version, english_name, locale: shownIn }: AnsweredOptin,
    opted_in: boolean,
    source: Source,
    { client_id, address, locale }: ChangeOptins,
  ): Promise<void> {
    const [given] = await tx.query<{ given_at: Date }[]>(
      `INSERT INTO consent (user_id, optin_id, text_version, opted_in, source, client_id, address, locale)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING given_at`,
      [user_id, optin.id, text_version, opted_in, source, client_id, address, shownIn ?? locale],
    );
    if (!given) throw new Error('a consent was not written');
    await this.outbox.add(optinChanged, {
      user_id,
      optin_id: optin.id,
      name: english_name,
      text_version,
      purpose: optin.purpose.name,
      opted_in,
      updated: timestamp(given.given_at),
      source,
    });
  }
}

const whichFor: Record<Source, Which> = { registration: 'of registration', account: 'of the user' };

function localesOf({ locale, locales }: OptinsOf): string[] {
  return locales ?? [locale];
}

/** Where the languages of the opt-ins differ, the list is said to be in the best one that was asked for. */
function shown(optins: AnsweredOptin[], next: string | null, request: OptinsOf): OptinsShown {
  const best = localesOf(request).find((wished) => optins.some(({ locale }) => locale === wished));
  const locale = optins.length === 0 ? request.locale : (best ?? fallback);
  return { items: optins.map(({ optin }) => optin), next, locale };
}

/** The same answer to the same text says nothing new: sent again, it leaves the history alone. */
function isNews({ optin, text_version, answered_version }: AnsweredOptin, answer: OptinAnswer): boolean {
  return answered_version !== text_version || optin.opted_in !== answer.optin;
}

function demandChangeable({ optin, answered_version }: AnsweredOptin, index: number): void {
  if (optin.purpose.can_be_updated || answered_version === null) return;
  throw new Problem('optin-fixed', `#/optins/${index}: was answered, and its purpose does not let it be changed`, {
    errors: [{ pointer: `#/optins/${index}`, code: 'fixed', detail: 'cannot be changed once it is answered' }],
  });
}

function unknownOptin(index: number): Problem {
  const pointer = `#/optins/${index}/optin_id`;
  return new Problem('optin-unknown', `${pointer}: is not the id of an opt-in`, {
    errors: [{ pointer, code: 'unknown', detail: 'is not the id of an opt-in' }],
  });
}
