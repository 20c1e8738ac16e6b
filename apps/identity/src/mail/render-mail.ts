import { locales, type Locale } from '@ces/contracts/locale';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MailKind } from './mail.service.js';

interface Words {
  subject: string;
  greeting: string;
  lines: string[];
  button: string;
  /** Below the button, in small print. */
  ending: string[];
}

/** One plain file per language, so that whoever mends a text needs no TypeScript. */
const words = new Map<string, Record<MailKind, Words>>(locales.map((locale) => [locale, readWords(locale)]));

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export function renderMail(kind: MailKind, locale: Locale, link: string): RenderedMail {
  const mail = (words.get(locale) ?? words.get(locales[0]))?.[kind];
  if (!mail) throw new Error(`there is no mail ${kind}`);
  const { subject, greeting, lines, button, ending } = mail;
  const text = [greeting, ...lines, link, ...ending].join('\n\n');
  return { subject, text: `${text}\n`, html: toHtml(mail, locale, button, link) };
}

function toHtml({ subject, greeting, lines, ending }: Words, locale: Locale, button: string, link: string): string {
  const paragraphs = (all: string[]) => all.map((line) => `<p>${escape(line)}</p>`).join('\n');
  const address = escape(link);
  return `<!doctype html>
<html lang="${locale.slice(0, 2)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(subject)}</title></head>
<body style="margin:0;padding:2rem 1rem;background:#f4f4f6;color:#1c1c22;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:34rem;margin:0 auto;padding:2rem;background:#fff;border-radius:8px">
<h1 style="margin-top:0;font-size:1.25rem">${escape(greeting)}</h1>
${paragraphs(lines)}
<p style="margin:2rem 0"><a href="${address}" style="display:inline-block;padding:.75rem 1.5rem;border-radius:6px;background:#1d4ed8;color:#fff;font-weight:600;text-decoration:none">${escape(button)}</a></p>
<div style="font-size:.875rem;color:#55555f">
<p style="word-break:break-all">${address}</p>
${paragraphs(ending)}
</div></main></body></html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function readWords(locale: Locale): Record<MailKind, Words> {
  const file = resolve(import.meta.dirname, 'texts', `${locale}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<MailKind, Words>;
}
