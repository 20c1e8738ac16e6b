import type { Brand } from '@ces/service/pages/brand';
import { pageStyle } from '@ces/service/pages/page-style';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../http/problems/escape-html.js';
import { localeOf } from '../http/parameters/locale.js';
import { activationPage } from './activation-page.js';
import { asset, sendPage, wordsOf } from './html-page.js';
import { resetPage } from './reset-page.js';

const names = [
  'title',
  'question',
  'button',
  'keep',
  'kept',
  'without_script',
  'busy',
  'done',
  'gone',
  'invalid',
  'failed',
] as const;

/**
 * Serves the pages that our mails link to, unless a client has its own. Reading a page changes nothing, so mail scanners may
 * follow the links. The buttons send the nonce, which is in the fragment and therefore in no log.
 */
export function confirmPages(fastify: FastifyInstance, brand: Brand): void {
  activationPage(fastify, brand);
  resetPage(fastify, brand);
  deletionPage(fastify, brand);
  for (const script of ['confirm.js', 'activate.js', 'reset.js', 'renew.js']) {
    const text = asset(script);
    fastify.get(`/pages/${script}`, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(text));
  }
  fastify.get('/pages/page.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(pageStyle));
}

/** The page for row 27. */
function deletionPage(fastify: FastifyInstance, brand: Brand): void {
  const words = wordsOf('delete', names);
  fastify.get('/delete-account', (request, reply) => {
    const locale = localeOf(request);
    const { title, question, button, keep, without_script, ...answers } = words(locale);
    return sendPage(reply, brand, locale, {
      title,
      scripts: ['confirm.js'],
      data: { endpoint: '/api/1/user/delete/finish', ...answers },
      body: `<p id="question">${escapeHtml(question)}</p>
<button type="button" id="keep" hidden>${escapeHtml(keep)}</button>
<button type="button" class="danger" id="confirm" aria-describedby="question" hidden>${escapeHtml(button)}</button>`,
      without_script,
    });
  });
}
