import {
  optinChanged,
  type ChangeOptins,
  type OptinAnswer,
  type OptinsOf,
  type OptinsShown,
} from '@ces/contracts/cards/optins';
import { Problem } from '@ces/contracts/problems';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { UserTombstones } from '@ces/service/tombstones/user-tombstones.service';
import { Injectable } from '@nestjs/common';
import { RegistrantsService } from '../registration/registrants.service.js';
import { ConsentEntity, type ConsentSource } from './consent.entity.js';
import { ConsentStore, type Choice, type Which } from './consent.store.js';
import { fallbackLocale } from './optin-texts.js';
import { toAnsweredOptin, type AnsweredOptin } from './to-answered-optin.js';

interface Answerer {
  userId: string;
  source: ConsentSource;
  /** The languages asked for, best first. */
  locales: string[];
}

interface Change {
  asked: AnsweredOptin;
  opted_in: boolean;
}

/** The most changes in an answer of row 17: it comes in one reply, which may have 8 MiB. Rows 16 and 24 come in pages. */
const changesInAll = 20_000;

/** Each has up to a thousand changes, and four of such fill a page. */
const optinsAtOnce = 11;

/** Each answer is added, and none is changed. */
@Injectable()
export class ConsentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: ConsentStore,
    private readonly registrants: RegistrantsService,
    private readonly tombstones: UserTombstones,
    private readonly outbox: Outbox,
  ) {}

  // rows 16 and 24
  async read(request: OptinsOf): Promise<OptinsShown> {
    const answerer = await this.answererOf(request);
    const which = whichFor[answerer.source];
    const { items, next } = await pageOf(
      request,
      (before, atMost) => this.store.findAnswered(answerer.userId, { which, before, atMost }),
      (row) => toAnsweredOptin(row, answerer.locales),
      optinsAtOnce,
    );
    return shown(items, next, request);
  }

  /** Row 17: stores all of the answers or none. Its answer has the opt-ins of row 16 or 24, and those just answered. */
  async change(request: ChangeOptins): Promise<OptinsShown> {
    const answerer = await this.answererOf(request);
    return this.transactions.run(async () => {
      await this.tombstones.lockUser(answerer.userId);
      const answerable = await this.find(answerer, { which: 'of the user', changes: 1 });
      for (const change of changesIn(answerable, request.optins, answerer.source))
        await this.add(answerer, change, request);
      const also = request.optins.map(({ optin_id }) => optin_id);
      const changes = Math.max(1, Math.floor(changesInAll / Math.max(1, answerable.length)));
      const optins = await this.find(answerer, { which: whichFor[answerer.source], also, changes });
      return shown(optins, null, request);
    });
  }

  private async answererOf(request: OptinsOf): Promise<Answerer> {
    const userId = await this.registrants.userOf(request);
    const source = request.user_id === undefined ? 'registration' : 'account';
    return { userId, source, locales: request.locales };
  }

  private async find({ userId, locales }: Answerer, choice: Choice): Promise<AnsweredOptin[]> {
    const rows = await this.store.findAnswered(userId, choice);
    return rows.map((row) => toAnsweredOptin(row, locales));
  }

  private async add(
    { userId: user_id, source }: Answerer,
    { asked, opted_in }: Change,
    { client_id, address, locale }: ChangeOptins,
  ): Promise<void> {
    const { optin, text_version, english_name } = asked;
    const answer = { user_id, optin_id: optin.id, text_version, opted_in, source };
    const consents = this.transactions.of(ConsentEntity);
    const consent = consents.create({ ...answer, client_id, address, locale: asked.locale ?? locale });
    // The database adds the moment to the entity.
    await consents.insert(consent);
    const updated = consent.given_at.toISOString();
    await this.outbox.add(optinChanged, { ...answer, name: english_name, purpose: optin.purpose.name, updated });
  }
}

const whichFor: Record<ConsentSource, Which> = { registration: 'of registration', account: 'of the user' };

/** A list is in the first language asked for in which one of its opt-ins has texts. */
function shown(optins: AnsweredOptin[], next: string | null, request: OptinsOf): OptinsShown {
  const best = request.locales.find((wished) => optins.some(({ locale }) => locale === wished));
  const locale = optins.length === 0 ? request.locale : (best ?? fallbackLocale);
  return { items: optins.map(({ optin }) => optin), next, locale };
}

function changesIn(answerable: AnsweredOptin[], answers: OptinAnswer[], source: ConsentSource): Change[] {
  const known = new Map(answerable.map((each) => [each.id, each]));
  return answers.flatMap((answer, index) => {
    const asked = known.get(answer.optin_id);
    if (!asked || (asked.retired && answer.optin)) throw unknownOptin(index);
    if (!isNews(asked, answer)) return [];
    if (source === 'account' && asked.optin.opted_in !== answer.optin) demandChangeable(asked, index);
    return [{ asked, opted_in: answer.optin }];
  });
}

/** Repeating an answer to the same text adds nothing to the history. */
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
