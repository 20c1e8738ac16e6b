import type { Registration } from '@ces/contracts/identity/credentials';
import type { PersonField, PersonFields } from '@ces/contracts/identity/person';
import { Platform } from '../platform/platform.js';
import { newName, password } from '@ces/testing/gateway/registrations';
import fc from 'fast-check';

type Expected = 'accepted' | 'refused';

/** Validates as a client of row 14 does. It is written from the description in the OpenAPI document. */
function validate({ validators }: PersonField, sent: unknown): Expected {
  const required = validators.some(({ name }) => name === 'not_blank');
  if (sent === null || sent === undefined || sent === '') return required ? 'refused' : 'accepted';
  if (typeof sent !== 'string') return 'refused';
  const value = sent.normalize('NFC');
  const fits = validators.every(({ name, options }) => {
    if (name === 'not_blank') return /\S/u.test(value);
    if (name === 'length') return Array.from(value).length <= Number(options['max']);
    if (name === 'regex') return new RegExp(String(options['pattern']), 'u').test(value);
    if (name === 'choice') return (options['choices'] as string[]).includes(value);
    return isDate(value, options);
  });
  return fits ? 'accepted' : 'refused';
}

function isDate(value: string, options: Record<string, unknown>): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const exists = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
  const last = options['max'] === 'today' ? new Date().toISOString().slice(0, 10) : String(options['max']);
  return exists && value >= String(options['min']) && value <= last;
}

const spaces = fc.constantFrom('', ' ', '  ', '\t', '\n', '\u00a0', '\ufeff', '\u3000');
const valid = fc.constantFrom('f', 'm', '2000-02-29', '1011 AB', 'Anna', "D'Arcy", 'é', 'e\u0301', '李', '😀');
const texts = fc.oneof(
  valid,
  fc.tuple(spaces, valid, spaces).map((parts) => parts.join('')),
  spaces,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc
    .tuple(fc.constantFrom('x', 'é', 'e\u0301', '\ufb2c', '😀', ' ', '1 '), fc.integer({ min: 1, max: 102 }))
    .map(([text, n]) => text.repeat(n)),
  fc
    .date({ min: new Date('1890-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom(
    '2023-02-30',
    '1900-01-01',
    '1899-12-31',
    '2023-2-3',
    '2023-13-01',
    '2023-00-10',
    'a\0b',
    '\ud800',
    'F',
  ),
);
const values = fc.oneof(
  { weight: 9, arbitrary: texts },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, 7, true, {}, ['f'], '') },
);

describe('rows 14 and 15', () => {
  let platform: Platform;
  let fields: Record<string, PersonField>;
  let auth_nonce: string;

  beforeAll(async () => {
    platform = await Platform.shared();
    fields = ((await platform.api.get('/api/1/user/person/fields')).body as PersonFields).general;
    const begun = await platform.api.post('/api/1/user/credentials', { username: newName(), password });
    auth_nonce = (begun.body as Registration).nonce;
  });

  afterAll(() => platform.stop());

  const send = (person: object) =>
    platform.api.post('/api/1/user/person', { auth_nonce, firstName: 'Anna', lastName: 'Berg', ...person });

  it('row 15 accepts exactly the values that the published validators accept', async () => {
    const names = Object.keys(fields);
    expect(names).toHaveLength(7);
    await fc.assert(
      fc.asyncProperty(fc.record(Object.fromEntries(names.map((name) => [name, values]))), async (person) => {
        const answer = await send(person);
        const refused = ((answer.body as { errors?: { pointer: string }[] }).errors ?? []).map(
          ({ pointer }) => pointer,
        );
        const expected = names.filter((name) => validate(fields[name] ?? never(name), person[name]) === 'refused');
        expect([answer.status, [...new Set(refused)]]).toEqual([
          expected.length > 0 ? 400 : 201,
          expected.map((name) => `#/${name}`),
        ]);
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it.each(['infix', 'gender', 'dateOfBirth', 'postalCode', 'nickname'])(
    'row 15 treats an empty optional field as not sent: %s',
    async (name) => {
      await send({ infix: 'van', gender: 'f', dateOfBirth: '2000-02-29', postalCode: '1011 AB', nickname: 'Annie' });
      const answer = await send({ [name]: '' });
      expect(answer.status).toBe(201);
      const absent = await send({});
      expect(answer.body).toEqual({ ...(absent.body as object), updated: expect.any(String) });
    },
  );
});

function never(name: string): never {
  throw new Error(`there is no field ${name}`);
}
