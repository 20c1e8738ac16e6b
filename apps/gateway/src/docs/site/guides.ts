import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { htmlOf, titleOf } from './markdown.js';

export interface Guide {
  path: string;
  title: string;
  html: string;
}

/** The folder has the same place beside the sources and beside what is built from them. */
const folder = resolve(import.meta.dirname, '../../../../../docs/guides');
/** These come first, in this order; the others follow by name. */
const first = ['quickstart', 'registration', 'sign-in'];

export function readGuides(): Guide[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.replace(/\.md$/, ''))
    .sort();
  const ordered = [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
  return ordered.map((name) => {
    const text = readFileSync(join(folder, `${name}.md`), 'utf8');
    return { path: pathOf(name), title: titleOf(text), html: htmlOf(text, (target) => linked(names, target)) };
  });
}

function pathOf(name: string): string {
  return `/docs/guides/${name}`;
}

/** Keeps links between guides and to other sites. Files of the repository are not on the site. */
function linked(names: string[], target: string): string | undefined {
  if (/^(https?:|#)/.test(target)) return target;
  const [, name = '', hash = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(target) ?? [];
  return names.includes(name) ? `${pathOf(name)}${hash}` : undefined;
}
