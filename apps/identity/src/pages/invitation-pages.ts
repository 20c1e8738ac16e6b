import type { Locale } from '@ces/contracts/locale';
import { Injectable } from '@nestjs/common';
import { escape, PageFrame } from './html.js';
import { wordsIn } from './page-words.js';

/** The secret stands in the fragment, which browsers send to nobody, and moves into the form. */
const takeToken = `document.querySelector('[name=token]').value = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';`;

/** Pages on which an invited operator chooses a password. */
@Injectable()
export class InvitationPages {
  constructor(private readonly frame: PageFrame) {}

  /** After a refused password the form holds the token that it came with. */
  choose(locale: Locale, refused?: { token: string }): string {
    const { invitation: words, faults } = wordsIn(locale);
    const fault = refused ? `<p class="fault" id="fault" role="alert">${words.bad_password}</p>\n` : '';
    const invalid = refused ? ' aria-invalid="true"' : '';
    return this.frame.page(
      locale,
      refused ? `${faults.heading}: ${words.title}` : words.title,
      `<h1>${words.title}</h1>
<p class="quiet">${words.lead}</p>
${fault}<form method="post">
<input type="hidden" name="token" value="${escape(refused?.token ?? '')}">
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="1024" required aria-describedby="rule"${invalid} autofocus>
<p class="quiet" id="rule">${words.rule}</p>
<button>${words.button}</button>
</form>${refused ? '' : `\n<script>${takeToken}</script>`}`,
    );
  }

  done(locale: Locale, signIn: string): string {
    const { invitation: words } = wordsIn(locale);
    const way = `<p class="way"><a href="${escape(signIn)}">${words.sign_in}</a></p>`;
    return this.frame.plain(locale, { title: words.done_title, lead: words.done_lead }, way);
  }

  gone(locale: Locale): string {
    const { invitation: words } = wordsIn(locale);
    return this.frame.plain(locale, { title: words.gone_title, lead: words.gone_lead });
  }
}
