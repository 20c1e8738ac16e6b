import type { CallContext } from '../../calls/call-context.js';
import { binaryTexts, plainArray, textArray } from '../../storage/arrays.js';
import { newId } from '../../storage/ids.js';
import { afterLate, type Write } from '../../storage/late-writes.js';
import type { PublicFact } from '../fact-source.js';
import { toText } from './fact-message.js';

export interface NewOutboxFact {
  subject: string;
  payload: object;
  call: CallContext | undefined;
}

/** A row as the relay would read it. */
export interface NewRow extends Omit<PublicFact, 'position'> {
  /** Undefined in a row of one fact. */
  messageIds?: string[];
}

/** More would save little: with 50, a fact costs a fiftieth of a row. */
const mostFacts = 50;
/** A relay reads 500 rows at once. */
const mostCharacters = 16_384;

/** Facts of one subject share rows, in their order. */
export function toRows(facts: NewOutboxFact[]): NewRow[] {
  const single = facts.map(toRow);
  if (single.length === 1) return single;
  const groups = Map.groupBy(single, ({ subject }) => subject);
  return [...groups].flatMap(([subject, some]) => partsOf(some).map((part) => together(subject, part)));
}

export function insertOf(rows: NewRow[]): Write {
  const values = [
    plainArray(rows.map(({ messageId }) => messageId)),
    textArray(rows.map(({ subject }) => subject)),
    binaryTexts(rows.map(({ payload }) => payload)),
    textArray(rows.map(({ requestId }) => requestId)),
    textArray(rows.map(({ traceparent }) => traceparent)),
  ];
  if (rows.every(({ messageIds }) => messageIds === undefined)) return { text: insertSingle, values };
  const ids: string[] = [];
  const ends = rows.map(({ messageIds }) => (messageIds ? ids.push(...messageIds) : 'NULL'));
  const counts = rows.map(({ messageIds }) => messageIds?.length ?? 0);
  return { text: insertSeveral, values: [...values, plainArray(ids), plainArray(ends), plainArray(counts)] };
}

const columns = 'message_id, subject, payload, request_id, traceparent';
const arrays = '$1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]';

const insertSingle = `
  INSERT INTO outbox (${columns}) SELECT ${columns} FROM unnest(${arrays}) WITH ORDINALITY AS given (${columns}, place)
   WHERE ${afterLate} ORDER BY place RETURNING id`;

const insertSeveral = `
  INSERT INTO outbox (${columns}, message_ids) SELECT ${columns}, ($6::uuid[])[upto - count + 1:upto]
    FROM unnest(${arrays}, $7::integer[], $8::integer[]) WITH ORDINALITY AS given (${columns}, upto, count, place)
   WHERE ${afterLate} ORDER BY place RETURNING id`;

function toRow({ subject, payload, call }: NewOutboxFact): NewRow {
  return {
    messageId: newId(),
    subject,
    payload: JSON.stringify(payload),
    requestId: call?.requestId ?? null,
    traceparent: call?.traceparent ?? null,
  };
}

function partsOf(facts: NewRow[]): NewRow[][] {
  const parts: NewRow[][] = [];
  let characters = 0;
  for (const fact of facts) {
    const part = parts.at(-1);
    characters += fact.payload.length;
    if (part && part.length < mostFacts && characters <= mostCharacters) part.push(fact);
    else {
      parts.push([fact]);
      characters = fact.payload.length;
    }
  }
  return parts;
}

function together(subject: string, facts: NewRow[]): NewRow {
  const [only, second] = facts;
  if (only && !second) return only;
  return {
    messageId: newId(),
    messageIds: facts.map(({ messageId }) => messageId),
    count: facts.length,
    subject,
    payload: `[${facts.map(toText).join()}]`,
    requestId: null,
    traceparent: null,
  };
}
