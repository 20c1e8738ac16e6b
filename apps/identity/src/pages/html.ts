import type { Locale } from '@ces/contracts/locale';
import { logoOf } from '@ces/service/pages/brand';
import { pageStyle } from '@ces/service/pages/page-style';
import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../identity.config.js';
import type { Plain } from './page-words.js';

@Injectable()
export class PageFrame {
  constructor(private readonly config: IdentityConfig) {}

  /** `content` is HTML; the title is text. */
  page(locale: Locale, title: string, content: string): string {
    return `<!doctype html>
<html lang="${locale.replace('_', '-')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header class="brand">${logoOf(this.config)}<span>${escape(this.config.INSTALLATION_NAME)}</span></header>
<main>
${content}
</main>
</body>
</html>
`;
  }

  /** `lead` and `more` are HTML. */
  plain(locale: Locale, { title, lead }: Plain, more = ''): string {
    return this.page(locale, title, `<h1>${title}</h1>\n<p>${lead}</p>\n${more}`);
  }
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
