import type { Class } from '@ces/contracts/rpc';
import { settingsOf } from '@ces/service/config/config';
import { validateSync } from 'class-validator';
import { readDescriptions } from './read-descriptions.ts';

interface Setting {
  name: string;
  /** `required`, or what the setting is without the variable. */
  unset: string;
  does: string | undefined;
}

const described = readDescriptions();

/** The settings that a class declares itself, and those of the classes that it extends left out. */
export function settingsIn(shape: Class<object>): Setting[] {
  const known = new Set(settingsOf(shape));
  const given = new shape();
  const required = new Set(validateSync(given).map(({ property }) => property));
  const values = new Map<string, unknown>(Object.entries(given));
  return [...(described.get(shape.name) ?? [])]
    .filter(([name]) => known.has(name))
    .map(([name, does]) => ({ name, unset: required.has(name) ? 'required' : shown(values.get(name)), does }));
}

/** The class and those that it extends, the last one first. */
export function chainOf(shape: Class<object>): Class<object>[] {
  const above = Object.getPrototypeOf(shape) as Class<object> | null;
  return above?.prototype === undefined ? [shape] : [...chainOf(above), shape];
}

export function settingsTable(shape: Class<object>): string {
  const rows = settingsIn(shape).map(({ name, unset, does }) => {
    return `| \`${name}\` | ${unset} | ${(does ?? '').replaceAll('|', '\\|')} |`;
  });
  return ['| Variable | Default | What it does |', '| --- | --- | --- |', ...rows].join('\n');
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  const text = Array.isArray(value) || typeof value === 'number' ? String(value) : value;
  return typeof text !== 'string' || text === '' ? 'none' : `\`${text}\``;
}
