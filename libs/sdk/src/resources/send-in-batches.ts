import type { BatchItem, BatchItemResult } from '../generated/api.ts';
import { CesError } from '../http/ces-error.ts';
import { isWorthRetrying, pauseMs, sleep } from '../http/retry.ts';
import type { CallOptions, Transport } from '../http/transport.ts';

export type EventToSend = Omit<BatchItem, 'data' | 'time'> & { data: object; time?: Date | string };
type Result = BatchItemResult & { sent: EventToSend };

/** The limits of one request, with room for brackets and commas. */
const mostEvents = 100;
const mostBytes = 2 * 1_024 * 1_024 - 1_024;

interface Prepared {
  sent: EventToSend;
  item: object;
  bytes: number;
  result?: BatchItemResult;
}

export async function* sendInBatches(
  http: Transport,
  events: Iterable<EventToSend> | AsyncIterable<EventToSend>,
  options: CallOptions,
): AsyncGenerator<Result, void> {
  let batch: Prepared[] = [];
  let bytes = 0;
  for await (const event of events) {
    const prepared = prepare(event);
    if (batch.length === mostEvents || (batch.length > 0 && bytes + prepared.bytes > mostBytes)) {
      yield* await send(http, batch, options);
      [batch, bytes] = [[], 0];
    }
    batch.push(prepared);
    bytes += prepared.bytes;
  }
  if (batch.length > 0) yield* await send(http, batch, options);
}

/** An id of its own lets an event be sent again without being accepted twice. */
function prepare(sent: EventToSend): Prepared {
  const item = { id: crypto.randomUUID(), ...sent };
  return { sent, item, bytes: new TextEncoder().encode(JSON.stringify(item)).length + 1 };
}

/** Events that could not be taken in at this moment are sent again, before the next batch. Later ones of this batch may be in already. */
async function send(http: Transport, batch: Prepared[], options: CallOptions): Promise<Result[]> {
  const most = options.maxRetries ?? http.settings.maxRetries;
  let open = batch;
  for (let attempt = 0; ; attempt += 1) {
    const items = open.map(({ item }) => item);
    const results = await http.json<BatchItemResult[]>('POST', '/api/1/terminal/events:batch', {
      ...options,
      body: items,
    });
    for (const [index, result] of results.entries()) if (open[index]) open[index].result = result;
    const [error] = (open = open.filter(isMomentary)).map(errorOf);
    if (error === undefined || attempt >= most) break;
    await sleep(pauseMs(attempt, error), options.signal);
  }
  return batch.map(({ sent, result }) => {
    if (result === undefined) throw new CesError('answer-malformed', 'The answer has no result for an event');
    return { ...result, sent };
  });
}

function isMomentary(prepared: Prepared): boolean {
  return prepared.result?.problem !== undefined && isWorthRetrying(errorOf(prepared));
}

function errorOf({ result }: Prepared): CesError {
  const { code = 'answer-malformed', detail = '', retry_after } = result?.problem ?? {};
  return new CesError(code, detail, { status: result?.status ?? 0, retryAfterSeconds: retry_after });
}
