import type { Locale } from '@ces/contracts/locale';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plain } from './page-words.js';

const style = readFileSync(resolve(import.meta.dirname, 'sign-in.css'), 'utf8');

/** A whole page. `content` is HTML; the title is text. */
export function page(locale: Locale, title: string, content: string): string {
  return `<!doctype html>
<html lang="${locale.replace('_', '-')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

/** A page with a title, a sentence and more HTML. */
export function plain(locale: Locale, { title, lead }: Plain, more = ''): string {
  return page(locale, title, `<h1>${title}</h1>\n<p>${lead}</p>\n${more}`);
}

export function small(detail: string): string {
  return `<p><small>${escape(detail)}</small></p>`;
}

/** Puts escaped values into the places of a text: `{client}`. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => escape(values[name] ?? ''));
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
