import { escapeHtml } from '../../http/problems/escape-html.js';

/** Returns the link's address on the site, or undefined for a target that is not on it: the link becomes plain text. */
export type Linked = (target: string) => string | undefined;

/** The Markdown that our guides use, as HTML: headings, paragraphs, lists, tables, code, emphasis and links. */
export function htmlOf(markdown: string, linked: Linked): string {
  const lines = markdown.split('\n');
  const blocks: string[] = [];
  for (let at = 0; at < lines.length;) {
    const { html, next } = blockAt(lines, at, linked);
    if (html !== '') blocks.push(html);
    at = next;
  }
  return blocks.join('\n');
}

export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? '';
}

interface Block {
  html: string;
  next: number;
}

function blockAt(lines: string[], at: number, linked: Linked): Block {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { html: '', next: at + 1 };
  if (line.startsWith('```')) return codeAt(lines, at);
  const [, marks = '', heading = ''] = /^(#{1,4}) (.+)$/.exec(line) ?? [];
  if (marks !== '') {
    const { length } = marks;
    return { html: `<h${length} id="${slugOf(heading)}">${inline(heading, linked)}</h${length}>`, next: at + 1 };
  }
  if (line.startsWith('|')) return tableAt(lines, at, linked);
  if (isItem(line)) return listAt(lines, at, linked);
  const end = endOf(lines, at, (each) => each.trim() === '' || /^(```|#{1,4} |\|)/.test(each) || isItem(each));
  return { html: `<p>${inline(lines.slice(at, end).join('\n'), linked)}</p>`, next: end };
}

function codeAt(lines: string[], at: number): Block {
  const end = endOf(lines, at, (each) => each.startsWith('```'));
  return { html: codeBlock(lines.slice(at + 1, end).join('\n')), next: end + 1 };
}

/** The block takes the focus, so that a keyboard can scroll a long line, which does not wrap. */
export function codeBlock(text: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
}

function tableAt(lines: string[], at: number, linked: Linked): Block {
  const end = endOf(lines, at, (each) => !each.startsWith('|'));
  const [head = [], , ...rows] = lines.slice(at, end).map(cellsOf);
  const row = (cells: string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell, linked)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('\n');
  const table = `<table>\n<thead>${row(head, 'th')}</thead>\n<tbody>\n${body}\n</tbody>\n</table>`;
  return { html: `<div class="wide" tabindex="0">${table}</div>`, next: end };
}

function cellsOf(line: string): string[] {
  const [, ...cells] = line
    .trim()
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function listAt(lines: string[], at: number, linked: Linked): Block {
  const tag = /^\s*\d/.test(lines[at] ?? '') ? 'ol' : 'ul';
  const items: string[] = [];
  let next = at;
  while (isItem(lines[next] ?? '')) {
    const end = endOf(lines, next, (each) => each.trim() === '' || isItem(each) || !each.startsWith(' '));
    const text = lines.slice(next, end).join('\n');
    items.push(`<li>${inline(text.replace(/^\s*([-*]|\d+\.) /, ''), linked)}</li>`);
    next = end;
  }
  return { html: `<${tag}>\n${items.join('\n')}\n</${tag}>`, next };
}

function isItem(line: string): boolean {
  return /^\s{0,3}([-*]|\d+\.) \S/.test(line);
}

function endOf(lines: string[], at: number, ends: (line: string) => boolean): number {
  const found = lines.findIndex((line, index) => index > at && ends(line));
  return found === -1 ? lines.length : found;
}

/** Splits the code off first, because Markdown has no meaning within code. */
export function inline(text: string, linked: Linked): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : words(part, linked)))
    .join('');
}

function words(text: string, linked: Linked): string {
  return escapeHtml(text)
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, label: string, target: string) => {
      const to = linked(target.replaceAll('&amp;', '&'));
      return to === undefined ? label : `<a href="${escapeHtml(to)}">${label}</a>`;
    })
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|\s)_([^_]+)_(?=\W|$)/g, '$1<em>$2</em>');
}

export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
