import { CesError } from './ces-error.ts';
import { pauseMs, sleep } from './retry.ts';
import type { CallOptions, Query, Transport } from './transport.ts';

export interface ServerSent<T> {
  /** Goes on after this one: `lastEventId`. */
  id: string;
  event: string;
  data: T;
}

export interface StreamOptions extends Omit<CallOptions, 'timeoutMs' | 'maxRetries' | 'idempotencyKey'> {
  /** Goes on after this event of an earlier stream. */
  lastEventId?: string | undefined;
  /** Called when the stream is open, and each time when it has come back. */
  onOpen?: (() => void) | undefined;
}

/** Server-sent events without end. A stream that breaks off, also because its token has expired, goes on where it was. */
export async function* serverSent<T>(
  http: Transport,
  path: string,
  { lastEventId, onOpen, ...options }: StreamOptions,
  query: Query = {},
): AsyncGenerator<ServerSent<T>, void> {
  let last = lastEventId;
  const isOver = (): boolean => options.signal?.aborted === true;
  for (let failures = 0; !isOver();) {
    try {
      const headers = { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) };
      const call = { ...options, query, headers: { ...options.headers, ...headers }, timeoutMs: 0 };
      const body = await http.send('GET', path, call, (answer) => Promise.resolve(answer.body));
      onOpen?.();
      for await (const { id = '', event = 'message', data } of fieldsIn(body)) {
        if (id !== '') last = id;
        if (data === undefined) continue;
        failures = 0;
        yield { id, event, data: JSON.parse(data) as T };
      }
    } catch (error) {
      if (isOver()) return;
      // A refusal stays one. A line that is cut is not the end.
      if (error instanceof CesError && error.status !== 0) throw error;
    }
    const pause = pauseMs(failures, new CesError('network', 'The stream has ended'));
    failures += 1;
    await sleep(pause, options.signal).catch(() => undefined);
  }
}

type Fields = Partial<Record<string, string>>;

async function* fieldsIn(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Fields, void> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      yield* blocks.map(fieldsOf);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A comment has none. An `id` without data says how far the stream is. */
function fieldsOf(block: string): Fields {
  const fields: Fields = {};
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    if (name !== '') fields[name] = fields[name] === undefined ? value : `${fields[name]}\n${value}`;
  }
  return fields;
}
