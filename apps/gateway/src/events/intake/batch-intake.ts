import type { AccessToken } from '@ces/auth/access-token';
import { check } from '@ces/contracts/check';
import { eventNamePattern, type Submission, type EventResult } from '@ces/contracts/events/events';
import { keyOfPlace, maxBatchItems } from '@ces/contracts/events/keyed-batches';
import { faulty, Problem } from '@ces/contracts/problems';
import { refuseUnstorable } from '@ces/contracts/json/unstorable';
import { isUserId } from '@ces/contracts/user-id';
import { Bus } from '@ces/messaging/calls/bus';
import type { CallContext } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { defaultBodyLimit } from '../../http/bodies/read-bodies.js';
import { noteIgnored } from '../../http/bodies/ignored-fields.js';
import { parseText, textOf } from '../../http/bodies/check-pipe.js';
import { maxNestingOfBatch, maxNestingOfItem, scanJson, unkept } from '../../http/bodies/scan-json.js';
import { BatchItem, type BatchItemResult } from './batch-item.js';
import { demandUserId } from './asked-users.js';
import { demandSameBatch } from './demand-same-batch.js';
import { EventIntake } from './event-intake.js';
import { itemTexts, rawData } from '../../http/bodies/raw-data.js';
import { RefusedEvents } from './refused-events.js';
import { readTime } from './submission.js';

/** Accepts up to 100 events in one request, in their order. Each event has its own result. */
@Injectable()
export class BatchIntake {
  constructor(
    private readonly intake: EventIntake,
    private readonly refused: RefusedEvents,
    private readonly bus: Bus,
  ) {}

  async accept(body: unknown, caller: AccessToken, call: CallContext): Promise<BatchItemResult[]> {
    const items = readItems(body);
    noteIgnored(items.flatMap(({ raw, index }) => unknownOf(raw).map((name) => [String(index), name])));
    const read = await Promise.all(items.map((item) => this.readItem(item, caller, call)));
    const key = call.idempotency?.key;
    const again = key !== undefined && (await demandSameBatch(this.bus, { client_id: caller.client_id, key }, read));
    const submissions = read.filter((each): each is Submission => !(each instanceof Problem));
    const results = await this.intake.acceptInOrder(submissions);
    this.refused.noteResults(submissions, results);
    call.replayed = areReplayed(again ? results.filter(isAccepted) : results);
    const inOrder = (again && call.replayed ? results.map(asFirst) : results).values();
    return read.map((each, index) =>
      each instanceof Problem ? refused(each) : toItemResult(inOrder.next().value, `#/${index}/data`),
    );
  }

  private async readItem(
    { raw, data, index, refusal }: Item,
    caller: AccessToken,
    call: CallContext,
  ): Promise<Submission | Problem> {
    if (refusal) return refusal;
    try {
      const item = isPlain(raw) ? { ...raw } : await checked(raw, `#/${index}`);
      if (item.time !== undefined) item.time = readTime(item.time, `#/${index}/time`);
      if (Buffer.byteLength(data) > defaultBodyLimit) {
        throw new Problem('body-too-large', `The data of an event may have ${defaultBodyLimit} bytes at the most.`);
      }
      demandUserId(item.user_id);
      return { ...toSubmission(item, data, caller, call), ...itemKeyOf(item, index, call) };
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return error;
      throw error;
    }
  }
}

type Accepted = Extract<EventResult, { accepted: unknown }>;

const plainId = /^[\x20-\x7e]{1,255}$/;

/** True for an item that `checked` would return as it is: nearly all are, and to check one costs more than to send it. */
export function isPlain(raw: object): raw is BatchItem {
  const { user_id, event_name, data, id, time } = raw as Record<keyof BatchItem, unknown>;
  return (
    typeof user_id === 'string' &&
    isUserId(user_id) &&
    typeof event_name === 'string' &&
    eventNamePattern.test(event_name) &&
    isObject(data) &&
    (id === undefined || (typeof id === 'string' && plainId.test(id))) &&
    (time === undefined || (typeof time === 'string' && plainId.test(time)))
  );
}

export function checked(raw: object, pointer: string): Promise<BatchItem> {
  const envelope = envelopeOf(raw);
  refuseUnstorable(envelope, pointer);
  return check(BatchItem, envelope, 'ignore', pointer);
}

/** Replaces the client's data by `{}`, so that validating the other fields cannot alter it. A null counts as missing. */
function envelopeOf(raw: object): object {
  const { user_id, event_name, data, id, time } = raw as Record<keyof BatchItem, unknown>;
  return { user_id, event_name, data: isObject(data) ? {} : data, id: id ?? undefined, time: time ?? undefined };
}

const known = new Set(['user_id', 'event_name', 'data', 'id', 'time']);

function unknownOf(raw: object): string[] {
  return Object.keys(raw).filter((name) => !known.has(name));
}

interface Item {
  raw: object;
  data: string;
  index: number;
  /** The item has what a parser or database would alter. */
  refusal: Problem | undefined;
}

function readItems(body: unknown): Item[] {
  const text = textOf(body);
  const fault = scanJson(body as Buffer, maxNestingOfBatch);
  const parsed = parseText(text);
  if (!Array.isArray(parsed) || parsed.length === 0 || parsed.length > maxBatchItems || !parsed.every(isObject)) {
    throw faulty('validation-failed', [
      { pointer: '#', code: 'array-size', detail: `must be a list of 1 to ${maxBatchItems} events` },
    ]);
  }
  const texts = rawData(text);
  const refusals = fault ? itemTexts(text).map(refusalOf) : [];
  return parsed.map((raw: object, index) => ({ raw, index, data: texts[index] ?? '', refusal: refusals[index] }));
}

/** One scan of the whole batch finds most often that no item has to be scanned by itself. */
function refusalOf(item: string, index: number): Problem | undefined {
  const json = Buffer.from(item);
  const fault = scanJson(json, maxNestingOfItem);
  return fault && unkept(json, fault, `#/${index}`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAccepted(result: EventResult): result is Accepted {
  return 'accepted' in result;
}

function areReplayed(results: readonly EventResult[]): boolean {
  return results.length > 0 && results.every((result) => isAccepted(result) && result.replayed);
}

/** The result as it was in the first answer to the batch, which the replay repeats. */
function asFirst(result: EventResult): EventResult {
  return isAccepted(result) ? { ...result, replayed: false } : result;
}

/**
 * An event's own id, or its place in the list under the key of the request: so a batch that is sent again is accepted once. An event
 * with an id is bound to it alone.
 */
function itemKeyOf({ id }: BatchItem, index: number, call: CallContext): Pick<Submission, 'key' | 'key_scope'> {
  if (id !== undefined) return { key: id };
  return call.idempotency ? { key: keyOfPlace(call.idempotency.key, index), key_scope: 'batch' } : {};
}

function toSubmission(item: BatchItem, data: string, caller: AccessToken, call: CallContext): Submission {
  return {
    client_id: caller.client_id,
    user_id: item.user_id,
    event_name: item.event_name,
    data,
    request_id: call.requestId,
    ...(item.time === undefined ? {} : { time: item.time }),
    ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent }),
  };
}

function toItemResult(result: EventResult | undefined, data: string): BatchItemResult {
  if (!result) throw new Error('the events service gave no result');
  if ('problem' in result) return refused(placed(Problem.from(result.problem), data));
  return { status: 202, event: result.accepted, ...(result.replayed ? { replayed: true } : {}) };
}

/** The events service names places in the data alone. */
function placed(problem: Problem, data: string): Problem {
  const { code, detail, extras } = problem;
  const [first] = extras.errors ?? [];
  if (!extras.errors || !first) return problem;
  const errors = extras.errors.map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^#/, () => data) }));
  const isNamed = detail.startsWith(`${first.pointer}: `);
  return new Problem(code, isNamed ? detail.replace(/^#/, () => data) : detail, { ...extras, errors });
}

function refused(problem: Problem): BatchItemResult {
  return { status: problem.status, problem: problem.toJSON() };
}
