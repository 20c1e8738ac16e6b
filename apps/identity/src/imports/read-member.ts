import { check } from '@ces/contracts/check';
import { Member } from '@ces/contracts/identity/imports/members';
import { Problem, type Fault } from '@ces/contracts/problems';
import { refuseUnstorable } from '@ces/contracts/json/unstorable';
import { setImmediate } from 'node:timers/promises';
import { markedAsForeign, readForeignHash } from '../credentials/foreign-hash.js';
import { faultOfUsername, normalisedUsername } from '../credentials/username.js';
import { personDescriptor } from '../person/person-descriptor.js';
import { validatePerson } from '../person/validate-person.js';
import { memberOf, readCells } from './csv-row.js';

/** A member of a line, with its name normalised and its person validated. */
export type ReadMember = Omit<Member, 'person'> & { person?: Record<string, string> };

export type Read = { member: ReadMember; faults: [] } | { member?: undefined; faults: Fault[] };

/** Names every fault of the line. Gives way to other work before each line. */
export async function readMember(text: string | null, columns: string[] | null): Promise<Read> {
  await setImmediate();
  try {
    const member = await check(Member, parse(text, columns), 'refuse');
    const { fields, faults } = member.person
      ? validatePerson(personDescriptor, member.person)
      : { fields: undefined, faults: [] };
    const all = [...faultsOfAccount(member), ...faultsOfFields(member.person), ...faults.map(inPerson)];
    if (all.length > 0) return { faults: all };
    // A member without faults nests no deeper than its class.
    refuseUnstorable(member);
    return { member: normalised(member, fields), faults: [] };
  } catch (error) {
    if (error instanceof Problem) return { faults: error.extras.errors ?? [] };
    // Values may nest so deeply that no code can read them.
    return { faults: [fault('#', 'unreadable', 'cannot be read; a line is one member')] };
  }
}

function normalised(member: Member, person: Record<string, string> | undefined): ReadMember {
  const { username, password_hash: hash, person: given, ...rest } = member;
  const name = username === undefined ? undefined : normalisedUsername(username);
  return {
    ...rest,
    ...(name === undefined ? {} : { username: name }),
    ...(hash === undefined ? {} : { password_hash: markedAsForeign(hash) }),
    ...(given && person ? { person } : {}),
  };
}

/** Lines that share a key are not worked on at once. */
export function keysOf({ username, connections = [], cards = [] }: ReadMember): string[] {
  return [
    ...(username === undefined ? [] : [`name ${username}`]),
    ...connections.map((each) => `owner ${each.provider_name} ${each.owner_id}`),
    ...cards.map((each) => `card ${each.identifier}`),
  ];
}

function parse(text: string | null, columns: string[] | null): unknown {
  if (text === null) throw refused('unreadable', 'is not UTF-8, has a NUL, or is longer than 32 KiB');
  if (columns === null) return parseJson(text);
  const cells = readCells(text);
  if (!cells) throw refused('csv', 'has a quote out of place; a cell with a quote or comma stands in quotes');
  if (cells.length !== columns.length)
    throw refused('csv', `has ${cells.length} cells, and the first line has ${columns.length}`);
  return memberOf(columns, cells);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused('malformed-json', 'is not valid JSON; each line holds one object');
  }
}

function faultsOfAccount({ username, password_hash, connections = [] }: Member): Fault[] {
  const faults: Fault[] = [];
  if (username === undefined && connections.length === 0)
    faults.push(fault('#', 'required', 'needs a username or a connection, which says who the member is'));
  if (username !== undefined) {
    const name = normalisedUsername(username);
    const found = faultOfUsername(name ?? '');
    if (found) faults.push({ pointer: '#/username', ...found });
  }
  if (password_hash !== undefined && username === undefined)
    faults.push(fault('#/username', 'required', 'is required beside a password hash'));
  if (password_hash !== undefined && !readForeignHash(password_hash))
    faults.push(fault('#/password_hash', 'password-hash', unfitHash));
  return faults;
}

const unfitHash =
  'is no hash that can be verified here, or costs too much; the guide lists forms and limits. Without password_hash the member is imported and sets a password by mail';

function faultsOfFields(person: object = {}): Fault[] {
  const unknown = Object.keys(person).filter((name) => !Object.hasOwn(personDescriptor, name));
  return unknown.slice(0, 5).map((name) =>
    fault(
      `#/person/${name
        .toWellFormed()
        .replace(/[\0/~]/g, '_')
        .slice(0, 50)}`,
      'unknown-field',
      `is not a field of a person, who has ${Object.keys(personDescriptor).join(', ')}`,
    ),
  );
}

function inPerson({ pointer, ...rest }: Fault): Fault {
  return { ...rest, pointer: `#/person${pointer.slice(1)}` };
}

function refused(code: string, detail: string): Problem {
  return new Problem('validation-failed', detail, { errors: [fault('#', code, detail)] });
}

function fault(pointer: string, code: string, detail: string): Fault {
  return { pointer, code, detail };
}
