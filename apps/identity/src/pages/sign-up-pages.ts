import type { Optin } from '@ces/contracts/cards/optins';
import type { Locale } from '@ces/contracts/locale';
import { Injectable } from '@nestjs/common';
import { escape, filled, PageFrame } from './html.js';
import { wordsIn } from './page-words.js';
import { longestUsername } from './sign-in-address.js';

export interface NewAccount {
  client: string;
  username: string;
  fault?: string | undefined;
}

export interface PersonToEnter {
  nonce: string;
  values: Record<string, string>;
  /** The names of fields that are not accepted. */
  faults: readonly string[];
}

export interface OptinsToAnswer {
  nonce: string;
  optins: readonly Optin[];
  given: readonly string[];
  fault?: string | undefined;
}

export interface CardToEnter {
  nonce: string;
  identifier: string;
  fault?: string | undefined;
}

interface Field {
  id: string;
  label: string;
  value: string;
  attributes: string;
}

/** Like the sign-in page, these pages have no scripts. */
@Injectable()
export class SignUpPages {
  constructor(private readonly frame: PageFrame) {}

  account(locale: Locale, { client, username, fault }: NewAccount): string {
    const { sign_up: words, sign_in } = wordsIn(locale);
    const [name, password] = [sign_in.username, sign_in.password];
    const email = `type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="${longestUsername}" required`;
    const secret =
      'type="password" autocomplete="new-password" minlength="8" maxlength="1024" required aria-describedby="rule"';
    return this.form(locale, words.title, {
      lead: filled(words.lead, { client }),
      fault,
      content: `${input({ id: 'username', label: name, value: username, attributes: email })}
${input({ id: 'password', label: password, value: '', attributes: secret })}
<p class="quiet" id="rule">${words.password_rule}</p>
${hidden('account')}
<button name="action" value="next">${words.next}</button>
<button name="action" value="sign-in" class="second" formnovalidate>${words.have_account}</button>
<button name="action" value="cancel" class="second" formnovalidate>${sign_in.cancel}</button>`,
    });
  }

  person(locale: Locale, { nonce, values, faults }: PersonToEnter): string {
    const { sign_up: words } = wordsIn(locale);
    const names = [
      ['firstName', words.first_name, 'autocomplete="given-name" maxlength="100" required'],
      ['infix', words.infix, 'autocomplete="additional-name" maxlength="50"'],
      ['lastName', words.last_name, 'autocomplete="family-name" maxlength="100" required'],
    ] as const;
    const fields = names.map(([id, label, attributes]) =>
      input({
        id,
        label,
        value: values[id] ?? '',
        attributes: `type="text" ${attributes}${invalid(faults.includes(id))}`,
      }),
    );
    return this.form(locale, words.person_title, {
      lead: words.person_lead,
      fault: faults.length > 0 ? words.bad_person : undefined,
      content: `${fields.join('\n')}\n${hidden('person', nonce)}\n${this.next(locale)}`,
    });
  }

  optins(locale: Locale, { nonce, optins, given, fault }: OptinsToAnswer): string {
    const { sign_up: words } = wordsIn(locale);
    const choices = optins.map(({ id, name, description, purpose }) => {
      const checked = given.includes(id) ? ' checked' : '';
      const mark = purpose.required ? ` <small>(${words.required})</small>` : '';
      return `<p><label class="choice"><input type="checkbox" name="optin" value="${escape(id)}"${checked}> ${escape(name)}${mark}</label>
<span class="quiet">${escape(description)}</span></p>`;
    });
    return this.form(locale, words.optins_title, {
      lead: words.optins_lead,
      fault,
      content: `${choices.join('\n')}\n${hidden('optins', nonce)}\n${this.next(locale)}`,
    });
  }

  card(locale: Locale, { nonce, identifier, fault }: CardToEnter): string {
    const { sign_up: words } = wordsIn(locale);
    const attributes = `type="text" inputmode="text" autocomplete="off" maxlength="255"${invalid(fault !== undefined)}`;
    return this.form(locale, words.card_title, {
      lead: words.card_lead,
      fault,
      content: `${input({ id: 'identifier', label: words.card_number, value: identifier, attributes })}
${hidden('card', nonce)}
${this.next(locale)}`,
    });
  }

  /** The end of the registration. The account works after the mail is confirmed. */
  mailed(locale: Locale): string {
    const { sign_up: words } = wordsIn(locale);
    return this.form(locale, words.mailed_title, {
      lead: words.mailed_lead,
      fault: undefined,
      content: `<button name="action" value="sign-in">${words.sign_in}</button>`,
    });
  }

  private next(locale: Locale): string {
    const { sign_up, sign_in } = wordsIn(locale);
    return `<button name="action" value="next">${sign_up.next}</button>
<button name="action" value="cancel" class="second" formnovalidate>${sign_in.cancel}</button>`;
  }

  private form(
    locale: Locale,
    title: string,
    { lead, fault, content }: { lead: string; fault: string | undefined; content: string },
  ): string {
    const told = fault === undefined ? '' : `<p class="fault" id="fault" role="alert">${fault}</p>\n`;
    return this.frame.page(
      locale,
      fault === undefined ? title : `${wordsIn(locale).faults.heading}: ${title}`,
      `<h1>${title}</h1>
<p class="quiet">${lead}</p>
${told}<form method="post">
${content}
</form>`,
    );
  }
}

function input({ id, label, value, attributes }: Field): string {
  return `<label for="${id}">${label}</label>
<input id="${id}" name="${id}" ${attributes} value="${escape(value)}">`;
}

function invalid(isFaulty: boolean): string {
  return isFaulty ? ' aria-invalid="true" aria-describedby="fault"' : '';
}

/** The page holds what the next step needs: the step of the form, and the nonce of the registration. */
function hidden(step: string, nonce?: string): string {
  const kept = nonce === undefined ? '' : `\n<input type="hidden" name="auth_nonce" value="${escape(nonce)}">`;
  return `<input type="hidden" name="step" value="${step}">${kept}`;
}
