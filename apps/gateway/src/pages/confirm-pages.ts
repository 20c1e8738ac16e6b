import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../http/problems/escape-html.js';
import { localeOf } from '../http/parameters/locale.js';
import { activationPage } from './activation-page.js';
import { asset, sendPage, wordsOf } from './html-page.js';
import { resetPage } from './reset-page.js';

/** Texts of the page, and those that the script shows later. */
const names = ['title', 'question', 'button', 'without_script', 'busy', 'done', 'gone', 'invalid', 'failed'] as const;

/**
 * Serves the pages that our mails link to, unless a client has its own. Reading a page changes nothing, so mail scanners may
 * follow the links. The buttons send the nonce, which is in the fragment and therefore in no log.
 */
export function confirmPages(fastify: FastifyInstance): void {
  activationPage(fastify);
  resetPage(fastify);
  deletionPage(fastify);
  for (const script of ['confirm.js', 'activate.js', 'reset.js', 'renew.js']) {
    const text = asset(script);
    fastify.get(`/pages/${script}`, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(text));
  }
  const style = asset('confirm.css');
  fastify.get('/pages/confirm.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
}

/** The page for row 27. */
function deletionPage(fastify: FastifyInstance): void {
  const words = wordsOf('delete', names);
  fastify.get('/delete-account', (request, reply) => {
    const locale = localeOf(request);
    const { title, question, button, without_script, ...answers } = words(locale);
    return sendPage(reply, locale, {
      title,
      scripts: ['confirm.js'],
      data: { endpoint: '/api/1/user/delete/finish', ...answers },
      body: `<p id="question">${escapeHtml(question)}</p>
<button type="button" id="confirm" aria-describedby="question" hidden>${escapeHtml(button)}</button>`,
      without_script,
    });
  });
}
