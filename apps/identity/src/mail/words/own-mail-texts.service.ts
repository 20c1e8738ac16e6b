import {
  mailKinds,
  type MailKind,
  type MailPreview,
  type MailText,
  type MailTextRef,
  type PreviewMailText,
  type PutMailText,
} from '@ces/contracts/identity/mails/mail-texts';
import { locales, type Locale } from '@ces/contracts/locale';
import { faulty, Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../../identity.config.js';
import { ownPages } from '../mail-kinds.js';
import { MailTexts, type Words } from '../mail-texts.js';
import { OwnMailTextStore } from './own-mail-text.store.js';
import { OwnMailTextEntity } from './own-mail-text.entity.js';
import { renderMail } from '../render-mail.js';

interface Place {
  kind: MailKind;
  language: Locale;
}

/** A sender may still use the old words for this long after a change. */
const keptMs = 5_000;

/** The words of mails as operators change them over the API. Without a change they are those of the installation. */
@Injectable()
export class OwnMailTexts {
  private kept: { at: number; own: Promise<OwnMailTextEntity[]> } | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly store: OwnMailTextStore,
    private readonly texts: MailTexts,
    private readonly config: IdentityConfig,
  ) {}

  /** The words for a mail that is sent now. */
  async wordsFor(kind: MailKind, language: Locale): Promise<Words> {
    const own = (await this.ownNow()).find((row) => row.kind === kind && row.language === language);
    return own?.words ?? this.texts.of(kind, language);
  }

  async list(): Promise<MailText[]> {
    const own = await this.rows.find();
    const places = mailKinds.flatMap((kind) => locales.map((language) => ({ kind, language })));
    return places.map((place) => {
      const row = own.find(({ kind, language }) => kind === place.kind && language === place.language);
      return row ? toMailText(row) : this.unchanged(place);
    });
  }

  async get(ref: MailTextRef): Promise<MailText> {
    const place = placeOf(ref);
    const row = await this.rows.findOneBy(place);
    return row ? toMailText(row) : this.unchanged(place);
  }

  put({ kind, language, ...given }: PutMailText): Promise<MailText> {
    const place = placeOf({ kind, language });
    const words = this.completed(place, given);
    return this.transactions.run(async () => {
      const before = await this.lock(place);
      await demandUnchanged(() => Promise.resolve(before));
      await this.rows.update(place, { words, updated_at: new Date() });
      this.forgetAfterCommit();
      return this.get(place);
    });
  }

  reset(ref: MailTextRef): Promise<MailText> {
    const place = placeOf(ref);
    return this.transactions.run(async () => {
      await this.rows.delete(place);
      this.forgetAfterCommit();
      return this.unchanged(place);
    });
  }

  async preview({ kind, language, ...given }: PreviewMailText): Promise<MailPreview> {
    const place = placeOf({ kind, language });
    const now = await this.get(place);
    const words = this.completed(place, {
      subject: given.subject ?? now.subject,
      greeting: given.greeting ?? now.greeting,
      lines: given.lines ?? now.lines,
      button: given.button ?? now.button ?? null,
      ending: given.ending ?? now.ending,
    });
    return renderMail(words, place.language, this.exampleLink(place), this.config.INSTALLATION_NAME);
  }

  /** Makes changes of one mail follow one another. Returns the text of before. */
  private async lock(place: Place): Promise<MailText> {
    const words = this.texts.of(place.kind, place.language);
    if (await this.store.insertIfMissing({ ...place, words, updated_at: new Date() })) return this.unchanged(place);
    const row = await this.rows.findOne({ where: place, lock: { mode: 'pessimistic_write' } });
    // A reset may have deleted the row since the insert met it.
    return row ? toMailText(row) : this.lock(place);
  }

  /** Senders on a cold cache share one reading. One that fails is not kept. */
  private ownNow(): Promise<OwnMailTextEntity[]> {
    if (this.kept && performance.now() - this.kept.at <= keptMs) return this.kept.own;
    const kept = { at: performance.now(), own: this.rows.find() };
    this.kept = kept;
    kept.own.catch(() => {
      if (this.kept === kept) this.kept = undefined;
    });
    return kept.own;
  }

  /** A mail with a page to lead to always has a button, and the others never do. */
  private completed({ kind, language }: Place, { button, ...given }: Omit<PutMailText, 'kind' | 'language'>): Words {
    const ours = this.texts.of(kind, language).button;
    if (ours === undefined && typeof button === 'string') throw withoutButton();
    const { subject, greeting, lines, ending } = given;
    return { subject, greeting, lines, ...(ours === undefined ? {} : { button: button ?? ours }), ending };
  }

  private unchanged({ kind, language }: Place): MailText {
    return { kind, language, ...this.texts.of(kind, language), changed: false, updated: null };
  }

  private forgetAfterCommit(): void {
    afterCommit(() => {
      this.kept = undefined;
    });
  }

  private exampleLink({ kind, language }: Place): string {
    if (kind === 'password-changed') return '';
    if (kind === 'webhook-disabled') return `${this.config.PUBLIC_URL}/api/1/terminal/webhooks/01981c5e`;
    return `${this.config.PUBLIC_URL}${ownPages[kind]}?locale=${language}#nonce=example`;
  }

  private get rows() {
    return this.transactions.of(OwnMailTextEntity);
  }
}

function placeOf(ref: MailTextRef): Place {
  const kind = mailKinds.find((each) => each === ref.kind);
  const language = locales.find((each) => each === ref.language);
  if (kind && language) return { kind, language };
  throw new Problem('mail-text-not-found', `Mails are: ${mailKinds.join(', ')}; languages: ${locales.join(', ')}.`);
}

function toMailText({ kind, language, words, updated_at }: OwnMailTextEntity): MailText {
  return { kind, language, ...words, changed: true, updated: updated_at.toISOString() };
}

function withoutButton(): Problem {
  const detail = 'leave it out: this mail leads to no page';
  return faulty('validation-failed', [{ pointer: '#/button', code: 'no-button', detail }]);
}
