import type { Class } from '@ces/contracts/rpc';
import { AppConfig, DatabaseConfig } from '@ces/service/config/config';
import { apps, configOf, settingsOfApp } from '@ces/testing/services/app-configs';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { ProbeSettings } from '../../apps/gateway/src/probe/command/probe.settings.ts';
import { describeClasses } from './read-descriptions.ts';
import { rightsTable } from './rights-table.ts';
import { chainOf, settingsIn, settingsTable } from './settings-tables.ts';

const file = resolve(import.meta.dirname, '../../docs/operating.md');
const marks = /(<!-- begin ([\w-]+) -->\n)[^]*?(<!-- end -->)/g;

const tables: Record<string, () => string> = {
  'settings-of-every-app': () => settingsTable(AppConfig),
  'settings-of-services': () => settingsTable(DatabaseConfig),
  ...Object.fromEntries(apps.map((app) => [`settings-of-${app}`, () => settingsTable(configOf(app))])),
  'settings-of-probe': () => settingsTable(ProbeSettings),
  'rights-at-nats': rightsTable,
};

/** The document with the tables of now; what is written by hand stays. */
function renewed(text: string): Promise<string> {
  const filled = text.replaceAll(marks, (_, begin: string, name: string, end: string) => {
    const table = tables[name];
    if (!table) throw new Error(`there is no table ${name}`);
    return `${begin}\n${table()}\n\n${end}`;
  });
  return format(filled, { parser: 'markdown', printWidth: 120 });
}

describe('docs/operating.md', () => {
  it('has the settings and rights of now (UPDATE_DOCS=1 npm test -- operating renews it)', async () => {
    const text = await renewed(readFileSync(file, 'utf8'));
    if (process.env['UPDATE_DOCS']) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('has each table once', () => {
    const places = [...readFileSync(file, 'utf8').matchAll(marks)].map(([, , name]) => name);
    expect(places.toSorted()).toEqual(Object.keys(tables).toSorted());
  });
});

const classes: [string, Class<object>, string[]][] = apps.map((app) => [app, configOf(app), settingsOfApp(app)]);

describe.each(classes)('the settings of %s', (_, shape, settings) => {
  it('all stand in a table, each with what it does', () => {
    const inTables = chainOf(shape).flatMap((each) => settingsIn(each));
    expect(inTables.filter(({ does }) => !does).map(({ name }) => name)).toEqual([]);
    expect([...new Set(inTables.map(({ name }) => name))].toSorted()).toEqual(settings.toSorted());
    const tabled = new Set<object>([AppConfig, DatabaseConfig, shape]);
    expect(chainOf(shape).filter((each) => !tabled.has(each) && settingsIn(each).length > 0)).toEqual([]);
  });
});

describe('the description of a setting', () => {
  it('is its doc comment in one line, and one without a comment is found', () => {
    const text = `export class A extends B {\n/** Seconds\n * of rest. */ @IsInt()\n REST = 1; readonly other = 2; /* no */ PACE: string; }`;
    const descriptions = new Map([
      ['REST', 'Seconds of rest.'],
      ['PACE', undefined],
    ]);
    expect(describeClasses(text)).toEqual([['A', descriptions]]);
  });
});
