import type { Brand } from '@ces/service/pages/brand';
import type { FastifyInstance } from 'fastify';
import { localeOf } from '../http/parameters/locale.js';
import { escapeHtml } from '../http/problems/escape-html.js';
import { sendPage, wordsOf } from './html-page.js';
import { renewalAt } from './renewal.js';

const labels = ['lead', 'new_password', 'new_password_rule', 'set_password'] as const;

/** Texts that the script shows later. */
const answers = ['busy', 'done', 'rule', 'gone', 'invalid', 'failed'] as const;

const names = [...labels, ...answers, 'title', 'without_script'] as const;

type Words = Record<(typeof names)[number], string>;

/** The form uses up the mailed nonce, so reading the page is harmless. */
export function resetPage(fastify: FastifyInstance, brand: Brand): void {
  const words = wordsOf('reset', names);
  const renewal = renewalAt('/api/1/user/password/renew');
  fastify.get('/reset-password', (request, reply) => {
    const locale = localeOf(request);
    const said = words(locale);
    const again = renewal(locale);
    return sendPage(reply, brand, locale, {
      title: said.title,
      scripts: ['reset.js', 'renew.js'],
      data: { endpoint: `/api/1/user/password/reset?locale=${locale}`, ...textsOf(said), ...again.data },
      body: `${bodyOf(said)}\n${again.body}`,
      without_script: said.without_script,
    });
  });
}

function textsOf(said: Words): Record<string, string> {
  return Object.fromEntries(answers.map((name) => [name, said[name]]));
}

function bodyOf(words: Words): string {
  const say = (name: (typeof labels)[number]): string => escapeHtml(words[name]);
  return `<form id="fresh" hidden>
<p>${say('lead')}</p>
<label for="new-password">${say('new_password')}</label>
<input id="new-password" type="password" autocomplete="new-password" minlength="8" maxlength="256" required aria-describedby="rule">
<p id="rule">${say('new_password_rule')}</p>
<button id="set">${say('set_password')}</button>
</form>`;
}
