import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { Installation } from './installation.ts';
import { textOf } from './installation.ts';
import { kinds, type Json, type Kind, type KindName, type Present } from './kinds.ts';
import { withoutAddress } from './plan.ts';
import { toNames, type KeyOf } from './references.ts';

export interface Pulled {
  file: string;
  /** The object has no key yet: `ces apply` gives it this one. */
  adopts: boolean;
  /** The variables that stand for values of headers. */
  variables: string[];
}

/** Writes a file for each object of an installation, so that `ces diff` afterwards finds nothing. */
export async function pull(folder: string, installation: Installation, only: readonly KindName[]): Promise<Pulled[]> {
  const keys = new Map<string, string>();
  for (const { name } of kinds) if (only.includes(name) || name !== 'events') await nameAll(name, installation, keys);
  const keyOf: KeyOf = (kind, id) => Promise.resolve(keys.get(`${kind}/${id}`));
  const pulled: Pulled[] = [];
  for (const kind of kinds.filter(({ name }) => only.includes(name))) {
    for (const present of await installation.all(kind.name)) {
      const key = keys.get(`${kind.name}/${present.id}`);
      if (key === undefined || (textOf(present['state']) === 'ended' && present.key === null)) continue;
      const content = await contentOf(kind, present, installation, keyOf);
      const adopts = present.key === null;
      const file = `${kind.name}/${key}.yaml`;
      const headers = variablesOf(key, content['headers']);
      const shown = headers === undefined ? content : { ...content, headers: inTexts(headers) };
      write(join(folder, file), kind, adopts ? { adopt: present.id, ...shown } : shown);
      pulled.push({ file, adopts, variables: Object.values(headers ?? {}) });
    }
  }
  return pulled;
}

async function nameAll(name: KindName, installation: Installation, keys: Map<string, string>): Promise<void> {
  const present = await installation.all(name);
  const taken = new Set(present.map(({ key }) => key));
  for (const each of present) {
    const key = each.key ?? freeKey(titleOf(name, each), taken);
    taken.add(key);
    keys.set(`${name}/${each.id}`, key);
  }
}

function titleOf(name: KindName, present: Present): string {
  const title = present[kinds.find((kind) => kind.name === name)?.title ?? 'name'];
  if (typeof title === 'object' && title !== null) return textOf(Object.values(title)[0]);
  return textOf(title);
}

function freeKey(title: string, taken: ReadonlySet<string | null>): string {
  const slug = title
    .replace(/^https?:\/\//, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
  const base = slug === '' ? 'unnamed' : slug;
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(key)) return key;
  }
}

async function contentOf(kind: Kind, present: Present, installation: Installation, keyOf: KeyOf): Promise<Json> {
  if (kind.name === 'events') return withoutAddress(present['definition']);
  const fields = kind.fields.map((field) => [field, present[field]] as const);
  const content = Object.fromEntries(fields.filter(([, value]) => value !== null && value !== undefined));
  if (kind.name === 'coupons') {
    // Codes stay in the service. There are as many as were made, so this makes none.
    content['generate'] = { count: Number(present['available']) + Number(present['claimed']) };
  }
  return kind.name === 'campaigns' ? toNames(content, installation, keyOf) : content;
}

/** Headers of webhooks hold credentials, which must not get into Git: a variable stands for each value. */
function variablesOf(key: string, headers: unknown): Record<string, string> | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const variable = (name: string): string =>
    `CES_HEADER_${`${key}_${name}`.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
  return Object.fromEntries(Object.keys(headers).map((name) => [name, variable(name)]));
}

function inTexts(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, `\${${variable}}`]));
}

function write(file: string, { name }: Kind, content: Json): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `# yaml-language-server: $schema=../.schemas/${name}.json\n${stringify(content, { lineWidth: 110 })}`,
  );
}
