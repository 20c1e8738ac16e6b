import type { CallContext } from '../../calls/call-context.js';
import { arrayOfJson, plainArray, textArray } from '../../storage/arrays.js';
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
    arrayOfJson(rows.map(({ payload }) => payload)),
    textArray(rows.map(({ requestId }) => requestId)),
    textArray(rows.map(({ traceparent }) => traceparent)),
  ];
  if (rows.every(({ messageIds }) => messageIds === undefined)) return { text: insertSingle, values };
  const ids = textArray(rows.map(({ messageIds }) => (messageIds ? plainArray(messageIds) : null)));
  return { text: insertSeveral, values: [...values, ids] };
}

const columns = 'message_id, subject, payload, request_id, traceparent';
const arrays = '$1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]';

const insertSingle = `
  INSERT INTO outbox (${columns}) SELECT ${columns} FROM unnest(${arrays}) WITH ORDINALITY AS given (${columns}, place)
   WHERE ${afterLate} ORDER BY place RETURNING id`;

const insertSeveral = `
  INSERT INTO outbox (${columns}, message_ids) SELECT ${columns}, message_ids::uuid[]
    FROM unnest(${arrays}, $6::text[]) WITH ORDINALITY AS given (${columns}, message_ids, place)
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
