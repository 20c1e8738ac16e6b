import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { groups } from './group.ts';
import { describeForDocs, tableOf } from './report.ts';
import { Tally } from './tally.ts';

describe('the report of the attack', () => {
  const { log } = console;
  const results = ['tokens', 'nonces'].map((name) => new Tally(name));

  beforeAll(() => {
    console.log = () => undefined; // a check that breaks prints a line
    results[0]?.check('alg none', true, '401');
    results[1]?.check('a guess', true, '400');
    results[1]?.check('a used nonce', false, '200\n with | a body');
  });

  afterAll(() => {
    console.log = log;
  });

  it('counts what was tried, what held and what broke, with the sum in its last row', () => {
    const rows = tableOf(results.map(({ result }) => result)).split('\n');
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
    expect(cells.slice(2).map(([, group, , ...counts]) => [group, ...counts.slice(0, 3)])).toEqual([
      ['tokens', '1', '1', '0'],
      ['nonces', '2', '1', '1'],
      ['all', '3', '2', '1'],
    ]);
  });

  it('writes a page with the counts', () => {
    const rows = results.map(({ result }) => result);
    expect(describeForDocs(rows)).toContain(`\n\n${tableOf(rows)}\n\n`);
  });

  it('is the published page, with every group of the registry', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/checks/security.md'), 'utf8');
    expect(groups.filter(({ name, what }) => !page.includes(`| ${name}`) || !page.includes(what))).toEqual([]);
  });
});
