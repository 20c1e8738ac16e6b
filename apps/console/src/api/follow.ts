import { headersFor } from './caller.js';
import { refusalOf } from './refusal.js';

export interface Frame {
  id: string | undefined;
  event: string;
  /** Empty where the stream only says how far it is. */
  data: string;
}

/** How far a reader is: the id after which it goes on. It begins now without one. */
export interface Place {
  current: string | undefined;
}

/** Waits this long before it connects again. */
const pauseMs = 1_500;

/**
 * Follows server-sent events until the signal ends it, and goes on where it stopped after a lost connection. `EventSource` sends
 * no headers of ours, so this reads the stream itself. It keeps `place`, and throws what the service refuses for good.
 */
export async function follow(
  path: string,
  signal: AbortSignal,
  take: (frame: Frame) => void,
  opened: (isOpen: boolean) => void,
  place: Place,
): Promise<void> {
  while (!signal.aborted) {
    const headers = headersFor(path);
    headers.set('Accept', 'text/event-stream');
    if (place.current !== undefined) headers.set('Last-Event-ID', place.current);
    const answer = await fetch(path, { headers, signal }).catch(() => undefined);
    if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429) throw await refusalOf(answer);
    if (answer?.ok && answer.body) {
      opened(true);
      await readAll(answer.body, (frame) => {
        if (signal.aborted) return;
        place.current = frame.id ?? place.current;
        if (frame.data !== '') take(frame);
      }).catch(() => undefined);
      opened(false);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function readAll(body: ReadableStream<Uint8Array>, take: (frame: Frame) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const frames = new Frames();
  for (let part = await reader.read(); !part.done; part = await reader.read()) frames.add(part.value).forEach(take);
}

/** Cuts a stream of text into server-sent events, wherever its parts end. */
export class Frames {
  private rest = '';

  add(text: string): Frame[] {
    const blocks = (this.rest + text).replaceAll('\r\n', '\n').split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.map(frameOf).filter((frame) => frame.data !== '' || frame.id !== undefined);
  }
}

function frameOf(block: string): Frame {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  const values = (name: string): string[] => lines.flatMap((found) => (found?.[1] === name ? [found[2] ?? ''] : []));
  return { id: values('id').at(-1), event: values('event').at(-1) ?? 'message', data: values('data').join('\n') };
}
