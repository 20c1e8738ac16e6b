import { typeOfSchema, type Type } from '@ces/contracts/events/schema-types';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { compileExpression } from './compile.js';
import { variablesWith } from './environment.js';
import { functions, methods } from './functions.js';
import { macroNames } from './macros.js';
import { getters, momentOf } from './moments.js';
import { Scope } from './scope.js';

const file = resolve(import.meta.dirname, '../../../../docs/guides/campaigns.md');
const begin = '<!-- The reference of conditions begins: UPDATE_DOCS=1 npm test -- conditions/reference -->';
const end = '<!-- The reference of conditions ends -->';

const event = {
  amount: 1_250,
  shop: 'Utrecht',
  lines: [
    { product: 'coffee', price: 250 },
    { product: 'cake', price: 1_000 },
  ],
};
const user = { id: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', active: true, gender: 'f', dateOfBirth: '1990-02-28' };
const card = { card_definition: 'Demo card', state: 'active' };
const now = momentOf('2026-11-21T09:30:00Z');

const line = { type: 'object', properties: { product: { type: 'string' }, price: { type: 'integer' } } };
const schema = {
  type: 'object',
  properties: { amount: { type: 'integer' }, shop: { type: 'string' }, lines: { type: 'array', items: line } },
};
const variables = variablesWith(typeOfSchema(schema));

const examples = {
  variables: {
    event: 'event.amount >= 1000',
    user: 'user.gender == "f"',
    card: 'card != null && card.card_definition == "Demo card"',
    now: 'now < timestamp("2027-01-01T00:00:00Z")',
  },
  functions: {
    has: 'has(event.shop)',
    size: 'size(event.lines)',
    int: 'int("12") + 1',
    double: 'double(event.amount) / 100.0',
    string: 'string(event.amount) + " cents"',
    floor: 'floor(12.5)',
    ceil: 'ceil(12.5)',
    round: 'round(event.amount * 0.015)',
    timestamp: 'now >= timestamp("2026-11-01T00:00:00+01:00")',
    duration: 'now - timestamp("2026-11-21T09:00:00Z") < duration("1h30m")',
  },
  methods: {
    size: 'event.shop.size()',
    contains: 'event.shop.contains("recht")',
    startsWith: 'event.shop.startsWith("Ut")',
    endsWith: 'event.shop.endsWith("recht")',
    lowerAscii: 'event.shop.lowerAscii()',
    upperAscii: 'event.shop.upperAscii()',
  },
  macros: {
    all: 'event.lines.all(line, line.price > 0)',
    exists: 'event.lines.exists(line, line.product == "coffee")',
    exists_one: 'event.lines.exists_one(line, line.product == "coffee")',
    filter: 'event.lines.filter(line, line.price < 500).size()',
    map: 'event.lines.map(line, line.price)',
  },
  getters: {
    getFullYear: 'now.getFullYear()',
    getMonth: 'now.getMonth()',
    getDate: 'now.getDate()',
    getDayOfMonth: 'now.getDayOfMonth()',
    getDayOfWeek: 'now.getDayOfWeek("Europe/Amsterdam")',
    getDayOfYear: 'now.getDayOfYear()',
    getHours: 'now.getHours("Europe/Amsterdam")',
    getMinutes: 'now.getMinutes()',
    getSeconds: 'now.getSeconds()',
  },
};

const operators = [
  ['equal, not equal', 'event.shop == "Utrecht"'],
  ['smaller, larger', 'event.amount >= 1000 && event.amount < 5000'],
  ['and, or, not', '!(event.amount < 100) || event.shop == "Utrecht"'],
  ['in a list, a key of an object', 'event.shop in ["Utrecht", "Gouda"]'],
  ['choice', 'event.amount > 1000 ? 2 : 1'],
  ['calculation: `+ - * / %`, whole numbers stay whole', 'event.amount / 100 * 2'],
  ['text put together', 'event.shop + "!"'],
  ['an item of a list, a property by its name', 'event.lines[0]["product"]'],
] as const;

function resultOf(example: string): string {
  const { run } = compileExpression(example, variables);
  return JSON.stringify(run(new Scope({ event, user, card, now })));
}

/** `size(string | list | object) → int` */
function signatures(of: Record<string, { takes: string[][]; gives: Type }>): [name: string, signature: string][] {
  return Object.entries(of).map(([name, { takes, gives }]) => {
    const kinds = takes.map((each) => each.join(' or ')).join(', ');
    return [name, `${kinds} → ${gives.kind}`];
  });
}

function rowsOf(kind: Exclude<keyof typeof examples, 'variables'>, names: readonly [string, string][]): string {
  const known = examples[kind] as Record<string, string>;
  return names
    .map(([name, takes]) => {
      const example = known[name] ?? '';
      return `| \`${name}\` | ${takes} | \`${example}\` | \`${resultOf(example)}\` |`;
    })
    .join('\n');
}

function variableRows(): string {
  return Object.entries(variables)
    .map(([name, type]) => {
      const example = (examples.variables as Record<string, string>)[name] ?? '';
      const known = name === 'event' ? [] : (type.names?.() ?? []);
      const properties = known.map((each) => `\`${each}\` (${type.property?.(each)?.kind ?? ''})`).join(', ');
      return `| \`${name}\` | ${name === 'event' ? 'the properties of its definition' : properties || type.kind} | \`${example}\` |`;
    })
    .join('\n');
}

function named(names: readonly string[], takes: string): [string, string][] {
  return names.map((name) => [name, takes]);
}

function reference(): string {
  return `${begin}

The results are those for this event, on 21 November 2026 at 09:30 UTC: \`${JSON.stringify(event)}\`

| Variable | Its properties | Example |
| --- | --- | --- |
${variableRows()}

| Function | Takes and gives | Example | Result |
| --- | --- | --- | --- |
${rowsOf('functions', [['has', 'a property → bool'], ...signatures(functions)])}
${rowsOf('methods', signatures(methods))}

| For lists | Takes and gives | Example | Result |
| --- | --- | --- | --- |
${rowsOf('macros', named(macroNames, 'a name for the item, an expression'))}

| For moments | Takes and gives | Example | Result |
| --- | --- | --- | --- |
${rowsOf('getters', named(Object.keys(getters), 'a time zone, UTC by default → int'))}

| Operator | Example | Result |
| --- | --- | --- |
${operators.map(([does, example]) => `| ${does} | \`${example.replaceAll('|', String.raw`\|`)}\` | \`${resultOf(example)}\` |`).join('\n')}

${end}`;
}

describe('the reference of conditions in docs/guides/campaigns.md', () => {
  it.each([
    ['variables', Object.keys(variables)],
    ['functions', ['has', ...Object.keys(functions)]],
    ['methods', Object.keys(methods)],
    ['macros', macroNames],
    ['getters', Object.keys(getters)],
  ] as const)('has an example of all %s', (kind, names) => {
    expect(Object.keys(examples[kind]).sort()).toEqual([...names].sort());
  });

  it('is that of the code (UPDATE_DOCS=1 npm test -- conditions/reference renews it)', async () => {
    const guide = readFileSync(file, 'utf8');
    const [before = '', rest = ''] = guide.split(begin);
    const [, after = ''] = rest.split(end);
    const renewed = `${before}${reference()}${after}`;
    const text = await format(renewed, { parser: 'markdown', printWidth: 120, singleQuote: true });
    if (process.env['UPDATE_DOCS']) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
