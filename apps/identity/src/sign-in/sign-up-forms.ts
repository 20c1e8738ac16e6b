import { Problem, type ProblemCode } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { errors } from 'oidc-provider';
import { wordsIn } from '../pages/page-words.js';
import { sendPage } from '../pages/send-page.js';
import { longestUsername } from '../pages/sign-in-address.js';
import { faultText } from '../pages/sign-in-pages.js';
import { SignUpPages } from '../pages/sign-up-pages.js';
import { fieldsAtFault, SignUpService, type OpenStep, type Registering } from './sign-up.service.js';
import { addressOf, formOf, type Visit } from './visit.js';

type Outcome = 'shown' | 'sign-in' | 'cancel';

interface Given {
  form: URLSearchParams;
  fault?: string;
  fields?: readonly string[];
}

const faultsOfCards: readonly ProblemCode[] = ['card-unknown', 'card-taken', 'card-not-usable', 'card-limit-reached'];
const nothing: Given = { form: new URLSearchParams() };

/** The forms of a registration, one after the other. Nothing is kept between them: each page holds the nonce. */
@Injectable()
export class SignUpForms {
  constructor(
    private readonly registration: SignUpService,
    private readonly pages: SignUpPages,
  ) {}

  show(visit: Visit): void {
    this.showAccount(visit, nothing);
  }

  async submit(visit: Visit): Promise<Outcome> {
    const form = formOf(visit.request);
    const action = form.get('action');
    if (action === 'cancel' || action === 'sign-in') return action;
    try {
      await this.take(visit, form);
    } catch (error) {
      await this.refuse(visit, form, error);
    }
    return 'shown';
  }

  private async take(visit: Visit, form: URLSearchParams): Promise<void> {
    const step = stepOf(form);
    const registering = registeringOf(visit, form);
    const address = addressOf(visit.request);
    if (step === undefined) {
      const given = { username: form.get('username') ?? '', password: form.get('password') ?? '' };
      const { client_id } = registering;
      const auth_nonce = await this.registration.begin(given, { client_id, address });
      await this.proceed(visit, { ...registering, auth_nonce }, 'person');
    } else if (step === 'person') {
      await this.registration.savePerson(registering, personIn(form));
      await this.proceed(visit, registering, 'optins');
    } else if (step === 'optins') {
      await this.registration.answerOptins(registering, form.getAll('optin'), address);
      await this.proceed(visit, registering, 'card');
    } else {
      const identifier = (form.get('identifier') ?? '').trim();
      if (identifier !== '') await this.registration.addCard(registering, identifier);
      await this.finish(visit, registering, form);
    }
  }

  /** Shows the page of the step, or of the next one when there is nothing to ask. */
  private async proceed(visit: Visit, registering: Registering, to: OpenStep): Promise<void> {
    const missing = await this.registration.missing(registering);
    if (to === 'person' && missing === 'person') this.showPerson(visit, registering, nothing);
    else if (to === 'card' && missing === 'optins') await this.demand(visit, registering, missing, nothing.form);
    else if (to === 'card') this.showCard(visit, registering, nothing);
    else if (!(await this.showOptins(visit, registering, nothing))) this.showCard(visit, registering, nothing);
  }

  private async finish(visit: Visit, registering: Registering, form: URLSearchParams): Promise<void> {
    const missing = await this.registration.missing(registering);
    if (missing !== undefined) {
      await this.demand(visit, registering, missing, form);
      return;
    }
    await this.registration.complete(registering);
    sendPage(visit.reply, visit.locale, this.pages.mailed(visit.locale));
  }

  /** Shows the page of a step that cannot be left out. */
  private async demand(visit: Visit, registering: Registering, step: OpenStep, form: URLSearchParams): Promise<void> {
    const { sign_up: words } = wordsIn(visit.locale);
    visit.reply.status(400);
    if (step === 'person') this.showPerson(visit, registering, { form, fields: ['firstName', 'lastName'] });
    else if (step === 'card') this.showCard(visit, registering, { form, fault: words.bad_card });
    else await this.showOptins(visit, registering, { form, fault: words.optins_missing });
  }

  private async refuse(visit: Visit, form: URLSearchParams, error: unknown): Promise<void> {
    const fault = faultIn(visit, error);
    if (fault === undefined) throw asExpired(error);
    const fields = fieldsAtFault(error);
    const registering = registeringOf(visit, form);
    const step = stepOf(form);
    if (step === undefined) this.showAccount(visit, { form, fault: accountFault(visit, fields) ?? fault });
    else if (step === 'person') this.showPerson(visit, registering, { form, fields });
    else if (step === 'card') this.showCard(visit, registering, { form, fault });
    else await this.showOptins(visit, registering, { form, fault });
  }

  private showAccount({ reply, locale, client }: Visit, { form, fault }: Given): void {
    const username = (form.get('username') ?? '').slice(0, longestUsername);
    sendPage(reply, locale, this.pages.account(locale, { client, username, fault }));
  }

  private showPerson({ reply, locale }: Visit, { auth_nonce }: Registering, { form, fields = [] }: Given): void {
    const values = personIn(form);
    sendPage(reply, locale, this.pages.person(locale, { nonce: auth_nonce, values, faults: fields }));
  }

  /** Returns false, and shows nothing, when registration asks for no opt-in. */
  private async showOptins(visit: Visit, registering: Registering, { form, fault }: Given): Promise<boolean> {
    const { reply, locale } = visit;
    const optins = await this.registration.optins(registering);
    if (optins.length === 0) return false;
    const given = [...form.getAll('optin'), ...optins.filter(({ opted_in }) => opted_in).map(({ id }) => id)];
    const asked = { nonce: registering.auth_nonce, optins, given, fault };
    sendPage(reply, locale, this.pages.optins(locale, asked));
    return true;
  }

  private showCard({ reply, locale }: Visit, { auth_nonce }: Registering, { form, fault }: Given): void {
    const identifier = form.get('identifier') ?? '';
    sendPage(reply, locale, this.pages.card(locale, { nonce: auth_nonce, identifier, fault }));
  }
}

/** Undefined for the first step, in which the account is made. */
function stepOf(form: URLSearchParams): OpenStep | undefined {
  const step = form.get('step');
  return step === 'person' || step === 'optins' || step === 'card' ? step : undefined;
}

function registeringOf({ interaction, locale }: Visit, form: URLSearchParams): Registering {
  const client_id = String(interaction.params['client_id']);
  return { auth_nonce: form.get('auth_nonce') ?? '', client_id, locale };
}

function personIn(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(['firstName', 'infix', 'lastName'].map((name) => [name, form.get(name) ?? '']));
}

function accountFault({ locale }: Visit, fields: readonly string[]): string | undefined {
  const { sign_up: words } = wordsIn(locale);
  if (fields.includes('username')) return words.bad_username;
  return fields.includes('password') ? words.bad_password : undefined;
}

/** Sets the status, and returns the sentence for people; undefined for a fault that no new attempt can mend. */
function faultIn({ reply, locale }: Visit, error: unknown): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  const { sign_up: words } = wordsIn(locale);
  const busy = error.code === 'service-unavailable';
  const wait = error.extras.retry_after ?? (busy ? 2 : 1);
  if (busy || error.code === 'rate-limited') {
    reply.status(error.status).header('retry-after', String(wait));
    return faultText(locale, busy ? { kind: 'busy' } : { kind: 'throttled', seconds: wait });
  }
  reply.status(400);
  if (error.code === 'username-taken') return words.taken;
  if (faultsOfCards.includes(error.code)) return words.bad_card;
  return error.code === 'validation-failed' ? words.bad_person : undefined;
}

/** A registration that is over: it was finished, rejected or purged, or its nonce has expired. */
function asExpired(error: unknown): unknown {
  const isOver = error instanceof Problem && (error.code === 'nonce-gone' || error.code === 'nonce-invalid');
  return isOver ? new errors.SessionNotFound('the registration is over') : error;
}
