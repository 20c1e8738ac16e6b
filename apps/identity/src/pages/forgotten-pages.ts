import type { Locale } from '@ces/contracts/locale';
import { Injectable } from '@nestjs/common';
import { escape, filled, PageFrame } from './html.js';
import { wordsIn } from './page-words.js';
import { longestUsername } from './sign-in-address.js';

@Injectable()
export class ForgottenPages {
  constructor(private readonly frame: PageFrame) {}

  ask(locale: Locale, username: string): string {
    const words = wordsIn(locale).forgotten;
    return this.frame.page(
      locale,
      words.title,
      `<h1>${words.title}</h1>
<p>${words.lead}</p>
<form method="post">
<label for="username">${words.username}</label>
<input id="username" name="username" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="${longestUsername}" required value="${escape(username)}" autofocus>
<button>${words.button}</button>
</form>
${back(locale)}`,
    );
  }

  /** The same page for every name, so that it does not tell which names have an account. */
  asked(locale: Locale, username: string): string {
    const { title, lead, more } = wordsIn(locale).forgotten_asked;
    return this.frame.plain(
      locale,
      { title, lead: filled(lead, { username }) },
      `<p class="quiet">${more}</p>\n${back(locale)}`,
    );
  }
}

/** The sign-in has the same path without a query. */
function back(locale: Locale): string {
  return `<p class="way"><a href="?">${wordsIn(locale).forgotten.back}</a></p>`;
}
