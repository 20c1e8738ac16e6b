import { locales, type Locale } from '@ces/contracts/locale';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { localeOf } from '../http/locale.js';

interface Words {
  title: string;
  question: string;
  button: string;
  busy: string;
  done: string;
  gone: string;
  invalid: string;
  failed: string;
  without_script: string;
}

type PageName = 'activate' | 'delete';

const paths: Record<PageName, { path: string; endpoint: string }> = {
  activate: { path: '/activate', endpoint: '/api/1/user/activator/uniquelink' }, // row 20
  delete: { path: '/delete-account', endpoint: '/api/1/user/delete/finish' }, // row 27
};

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Where the links of our mails lead, unless a client has pages of its own. Reading a page does nothing, so mail scanners
 * that follow links do nothing either; its button sends the nonce, which is in the fragment and thus never in a log.
 */
export function confirmPages(fastify: FastifyInstance): void {
  const script = asset('confirm.js');
  const style = asset('confirm.css');
  const words = new Map(locales.map((locale) => [locale, wordsOf(locale)]));
  for (const name of ['activate', 'delete'] as const) {
    fastify.get(paths[name].path, (request, reply) => {
      const locale = localeOf(request);
      const page = render(locale, paths[name].endpoint, words.get(locale)?.[name]);
      return reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page);
    });
  }
  fastify.get('/pages/confirm.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  fastify.get('/pages/confirm.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
}

function render(locale: Locale, endpoint: string, words: Words | undefined): string {
  if (!words) throw new Error(`there are no pages in ${locale}`);
  const { title, question, button, without_script, ...answers } = words;
  const data = Object.entries(answers).map(([name, text]) => ` data-${name}="${escape(text)}"`);
  return `<!doctype html>
<html lang="${locale.slice(0, 2)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<link rel="stylesheet" href="/pages/confirm.css">
<script src="/pages/confirm.js" defer></script>
</head>
<body>
<main data-endpoint="${endpoint}"${data.join('')}>
<h1>${escape(title)}</h1>
<p id="question">${escape(question)}</p>
<button type="button" id="confirm" aria-describedby="question" hidden>${escape(button)}</button>
<p id="status" role="status" tabindex="-1"></p>
<noscript><p>${escape(without_script)}</p></noscript>
</main>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function asset(name: string): string {
  return readFileSync(resolve(import.meta.dirname, name), 'utf8');
}

function wordsOf(locale: Locale): Record<PageName, Words> {
  return JSON.parse(asset(`texts/${locale}.json`)) as Record<PageName, Words>;
}
