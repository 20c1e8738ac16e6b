import type { Brand } from '@ces/service/pages/brand';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../http/problems/escape-html.js';
import { localeOf } from '../http/parameters/locale.js';
import { sendPage, wordsOf } from './html-page.js';
import { renewalAt } from './renewal.js';

const labels = [
  'lead',
  'client',
  'name',
  'username',
  'registered',
  'password',
  'activate',
  'new_password',
  'new_password_rule',
  'set_password',
  'choose_new',
  'choose_known',
  'not_me',
  'sure',
  'remove',
  'back',
] as const;

/** Texts that the script shows later. */
const answers = [
  'busy',
  'done',
  'removed',
  'wrong',
  'rule',
  'throttled',
  'gone',
  'invalid',
  'failed',
  'not_given',
] as const;

const names = [...labels, ...answers, 'title', 'without_script'] as const;

type Words = Record<(typeof names)[number], string>;

/**
 * Shows the owner of a mailbox the registration with its address. The owner activates it with the password of the
 * registration or with a new one, or removes it. A click alone activates no account whose password a stranger chose.
 */
export function activationPage(fastify: FastifyInstance, brand: Brand): void {
  const words = wordsOf('activate', names);
  const renewal = renewalAt('/api/1/user/activator/renew');
  fastify.get('/activate', (request, reply) => {
    const locale = localeOf(request);
    const said = words(locale);
    const again = renewal(locale);
    return sendPage(reply, brand, locale, {
      title: said.title,
      scripts: ['activate.js', 'renew.js'],
      data: { ...Object.fromEntries(answers.map((name) => [name, said[name]])), ...again.data },
      body: `${bodyOf(said)}\n${again.body}`,
      without_script: said.without_script,
    });
  });
}

function bodyOf(words: Words): string {
  const say = (name: (typeof labels)[number]): string => escapeHtml(words[name]);
  return `<section id="registration" hidden>
<p>${say('lead')}</p>
<dl>
<dt>${say('username')}</dt><dd id="username"></dd>
<dt>${say('name')}</dt><dd id="name"></dd>
<dt>${say('client')}</dt><dd id="client"></dd>
<dt>${say('registered')}</dt><dd id="registered"></dd>
</dl>
</section>
<form id="known" hidden>
<input class="account" type="email" autocomplete="username" readonly hidden>
<label for="password">${say('password')}</label>
<input id="password" type="password" autocomplete="current-password" maxlength="256" required>
<button>${say('activate')}</button>
<button type="button" class="second" id="choose-new">${say('choose_new')}</button>
<button type="button" class="second" id="not-me">${say('not_me')}</button>
</form>
<form id="fresh" hidden>
<input class="account" type="email" autocomplete="username" readonly hidden>
<label for="new-password">${say('new_password')}</label>
<input id="new-password" type="password" autocomplete="new-password" minlength="8" maxlength="256" required aria-describedby="rule">
<p id="rule">${say('new_password_rule')}</p>
<button>${say('set_password')}</button>
<button type="button" class="second" id="choose-known">${say('choose_known')}</button>
</form>
<form id="removal" hidden>
<p>${say('sure')}</p>
<button type="button" id="back">${say('back')}</button>
<button class="danger">${say('remove')}</button>
</form>`;
}
