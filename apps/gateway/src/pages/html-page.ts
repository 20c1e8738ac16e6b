import { locales, type Locale } from '@ces/contracts/locale';
import { logoOf, logoSource, type Brand } from '@ces/service/pages/brand';
import type { FastifyReply } from 'fastify';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { escapeHtml } from '../http/problems/escape-html.js';

interface Content {
  title: string;
  /** Names of files in this folder. */
  scripts: string[];
  /** Texts that the script shows. */
  data: Record<string, string>;
  /** HTML below the heading. */
  body: string;
  without_script: string;
}

function policyOf(brand: Brand): string {
  return [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
    `img-src ${logoSource(brand)}`,
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');
}

/** Sends a page that runs only its own script and that other pages cannot frame. */
export function sendPage(reply: FastifyReply, brand: Brand, locale: Locale, content: Content): FastifyReply {
  return reply
    .header('Content-Security-Policy', policyOf(brand))
    .type('text/html; charset=utf-8')
    .send(render(brand, locale, content));
}

function render(brand: Brand, locale: Locale, { title, scripts, data, body, without_script }: Content): string {
  const attributes = Object.entries(data).map(([name, text]) => ` data-${name}="${escapeHtml(text)}"`);
  return `<!doctype html>
<html lang="${locale.slice(0, 2)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/pages/page.css">
${scripts.map((script) => `<script src="/pages/${script}" defer></script>`).join('\n')}
</head>
<body>
<header class="brand">${logoOf(brand)}<span>${escapeHtml(brand.INSTALLATION_NAME)}</span></header>
<main${attributes.join('')}>
<h1>${escapeHtml(title)}</h1>
${body}
<p id="status" role="status" tabindex="-1"></p>
<noscript><p>${escapeHtml(without_script)}</p></noscript>
</main>
</body>
</html>
`;
}

export function asset(name: string): string {
  return readFileSync(resolve(import.meta.dirname, name), 'utf8');
}

/** A missing text fails the start. */
export function wordsOf<Name extends string>(
  page: string,
  names: readonly Name[],
): (locale: Locale) => Record<Name, string> {
  const read = (locale: Locale): Record<Name, string> => {
    const words = (JSON.parse(asset(`texts/${locale}.json`)) as Record<string, Record<string, string>>)[page];
    const missing = names.filter((name) => words?.[name] === undefined);
    if (missing.length > 0) throw new Error(`the page ${page} lacks ${missing.join(', ')} in ${locale}`);
    return words as Record<Name, string>;
  };
  const all = Object.fromEntries(locales.map((locale) => [locale, read(locale)])) as Record<
    Locale,
    Record<Name, string>
  >;
  return (locale) => all[locale];
}
