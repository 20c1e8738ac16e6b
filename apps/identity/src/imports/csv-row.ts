import { didYouMean, listOfNames } from '@ces/contracts/faults/did-you-mean';
import { faulty, type Fault } from '@ces/contracts/problems';
import { personDescriptor } from '../person/person-descriptor.js';

const personFields = Object.keys(personDescriptor);
const plainColumns = new Set(['username', 'password_hash', ...personFields.map((field) => `person.${field}`)]);
const shownColumns = [
  ...plainColumns,
  'connections.<provider>',
  'cards.<definition>',
  'balances.<stack_id>',
  'optins.<id>.opted_in',
];
const listColumn = /^(?:(?:connections|cards|balances)\..+|optins\..+\.(?:opted_in|at|source))$/;
const mostColumns = 200;
const longestColumn = 300;

/** Reads the cells of a line by RFC 4180, without line breaks in cells; undefined when a quote is out of place. */
export function readCells(text: string): string[] | undefined {
  const cells: string[] = [];
  const cell = /(?:[ \t]*"((?:[^"]|"")*)"[ \t]*|([^",]*))(,|$)/y;
  for (;;) {
    const found = cell.exec(text);
    if (!found) return undefined;
    const [, quoted, plain = '', end] = found;
    cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    if (end === '') return cells;
  }
}

/** Null for NDJSON. */
export function columnsOf(header: string | null): string[] | null {
  return header === null ? null : (readCells(header) ?? []);
}

export function checkHeader(text: string | null | undefined): string {
  const columns = readCells(text ?? '') ?? [];
  if (columns.length > mostColumns)
    throw faulty('csv-invalid', [fault('too-many', `has more than ${mostColumns} columns`)]);
  if (columns.some((name) => name.length > longestColumn))
    throw faulty('csv-invalid', [fault('too-long', `names a column with more than ${longestColumn} characters`)]);
  const faults = columns.flatMap((name, index) => faultsOfColumn(name, columns.indexOf(name) < index));
  if (columns.every((name) => name === ''))
    faults.push(fault('header', 'needs a first line with the names of its columns'));
  if (faults.length > 0) throw faulty('csv-invalid', faults);
  return text ?? '';
}

/** An empty cell adds nothing to the member. */
export function memberOf(columns: string[], cells: string[]): object {
  const member: Record<string, unknown> = {};
  const [person, optins] = [{} as Record<string, string>, new Map<string, Record<string, unknown>>()];
  const lists: Record<string, object[]> = { connections: [], cards: [], balances: [] };
  for (const [index, column] of columns.entries()) {
    const value = cells[index] ?? '';
    if (value === '') continue;
    const [head, rest] = splitAt(column, column.indexOf('.'));
    if (head === 'person') person[rest] = value;
    else if (head === 'connections') lists['connections']?.push({ provider_name: rest, owner_id: value });
    else if (head === 'cards') lists['cards']?.push({ identifier: value, definition: rest });
    else if (head === 'balances') lists['balances']?.push({ stack_id: rest, value: numberIn(value) });
    else if (head === 'optins') addAnswer(optins, splitAt(rest, rest.lastIndexOf('.')), value);
    else member[column] = value;
  }
  if (Object.keys(person).length > 0) member['person'] = person;
  for (const [name, items] of Object.entries(lists)) if (items.length > 0) member[name] = items;
  if (optins.size > 0) member['optins'] = [...optins.values()];
  return member;
}

function addAnswer(
  optins: Map<string, Record<string, unknown>>,
  [optin_id, field]: [string, string],
  value: string,
): void {
  const answer = optins.get(optin_id) ?? { optin_id };
  answer[field] = field === 'opted_in' && ['true', 'false'].includes(value) ? value === 'true' : value;
  optins.set(optin_id, answer);
}

function numberIn(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function splitAt(text: string, at: number): [string, string] {
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function faultsOfColumn(name: string, repeated: boolean): Fault[] {
  if (repeated) return [fault('repeated', `names the column "${name}" twice`)];
  if (plainColumns.has(name) || listColumn.test(name)) return [];
  return [
    fault(
      'unknown-column',
      `has no column "${name}"; there are ${listOfNames(shownColumns)}${didYouMean(name, plainColumns)}`,
    ),
  ];
}

function fault(code: string, detail: string): Fault {
  return { pointer: '#/file', code, detail };
}
