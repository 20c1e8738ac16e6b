import type { Locale } from '@ces/contracts/locale';
import type { Words } from './mail-texts.js';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** An empty link is left out. */
export function renderMail(words: Words, locale: Locale, link: string, installation: string): RenderedMail {
  const { subject, greeting, lines, ending } = words;
  const text = [greeting, ...lines, ...(link === '' ? [] : [link]), ...ending].join('\n\n');
  return { subject, text: `${text}\n`, html: toHtml(words, locale, link, installation) };
}

function toHtml(
  { subject, greeting, lines, button, ending }: Words,
  locale: Locale,
  link: string,
  installation: string,
): string {
  const paragraphs = (all: string[]) => all.map((line) => `<p>${escape(line)}</p>`).join('\n');
  const address = escape(link);
  return `<!doctype html>
<html lang="${locale.slice(0, 2)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(subject)}</title></head>
<body style="margin:0;padding:1rem 0.5rem;background:#f4f4f6;color:#1c1c22;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:34rem;margin:0 auto;padding:1.5rem 1.25rem;background:#fff;border-radius:8px;overflow-wrap:anywhere">
<p style="margin-top:0;font-weight:600">${escape(installation)}</p>
<h1 style="margin-top:0;font-size:1.25rem">${escape(greeting)}</h1>
${paragraphs(lines)}
${button === undefined ? '' : toButton(button, address)}
<div style="font-size:.875rem;color:#55555f">
${address === '' ? '' : `<p style="word-break:break-all">${address}</p>`}
${paragraphs(ending)}
</div></main></body></html>
`;
}

function toButton(button: string, address: string): string {
  return `<p style="margin:2rem 0"><a href="${address}" style="display:inline-block;max-width:100%;box-sizing:border-box;padding:.75rem 1.25rem;border-radius:6px;background:#1d4ed8;color:#fff;font-weight:600;text-decoration:none">${escape(button)}</a></p>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
