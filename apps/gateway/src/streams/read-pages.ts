import { Problem } from '@ces/contracts/problems';
import { inCall } from '@ces/messaging/calls/call-context';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeOf, retryAfter, toText, type Frame } from './server-sent.js';

export interface StreamPage {
  /** Where the next page begins. */
  position: string;
  frames: Frame[];
}

/** Reads the page after a position. It answers after some seconds at the latest, with an empty page if nothing has come. */
export type ReadPage = (position: string) => Promise<StreamPage>;

interface Reading {
  first: StreamPage;
  read: ReadPage;
  /** False when the token of the reader is revoked. */
  holds: () => boolean;
  ended: AbortSignal;
  requestId: string;
}

/** A reader that is sent away comes back after this time. */
const retryMs = 1_000;
/** A silent stream says this often where it is. */
const placeMs = 15_000;
/** The pause before a page is asked for again while its service is away. */
const awayMs = 1_000;

/** The text of a stream, page by page: the next page is read when the one before has been taken. */
export async function* readPages({ first, read, holds, ended, requestId }: Reading): AsyncGenerator<string> {
  yield retryAfter(retryMs);
  const end = new Promise<undefined>((resolve) => {
    ended.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
  // The first place is said at once, because a reader may lose its connection before the first event.
  let spokenAt = -Infinity;
  for (let page: StreamPage | undefined = first; page && !ended.aborted && holds(); page = await next(page.position)) {
    const silent = performance.now() - spokenAt >= placeMs;
    const text = page.frames.map(toText).join('') || (silent ? placeOf(page.position) : '');
    if (text === '') continue;
    yield text;
    spokenAt = performance.now();
  }
  yield retryAfter(retryMs);

  function next(position: string): Promise<StreamPage | undefined> {
    const reading = inCall({ requestId }, () => read(position));
    return Promise.race([reading.catch((error: unknown) => afterFailure(error, position)), end]);
  }

  /** An outage is waited for. A refusal ends the stream: its reader gets it as the answer when it comes back. */
  async function afterFailure(error: unknown, position: string): Promise<StreamPage | undefined> {
    if (error instanceof Problem && error.status < 500) return undefined;
    await sleep(awayMs, undefined, { signal: ended }).catch(() => undefined);
    return { position, frames: [] };
  }
}
