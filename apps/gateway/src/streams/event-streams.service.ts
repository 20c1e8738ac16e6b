import type { AccessToken } from '@ces/auth/access-token';
import { idOfCaller } from '@ces/auth/operator-caller';
import { Revoked } from '@ces/auth/revoked';
import { Problem } from '@ces/contracts/problems';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { Gauge } from 'prom-client';
import { readPages, type ReadPage, type StreamPage } from './read-pages.js';

const open = new Gauge({ name: 'ces_event_streams_open', help: 'Streams of server-sent events that are open' });

/** The most streams that one client or operator has at one gateway, and that a gateway has in all. */
const mostPerCaller = 20;
const mostInAll = 1_000;
/** A reader that takes nothing keeps its stream open this long after the end. */
const lastWordsMs = 2_000;
/** No more than this waits in memory for a slow reader, beside the page that is being written. */
const bufferBytes = 64 * 1_024;

interface OpenStream {
  caller: string;
  ended: AbortController;
  reply: FastifyReply;
}

type Request = FastifyRequest & { user?: AccessToken };

/**
 * Streams of server-sent events. A stream holds one page in memory, and reads the next when its reader has taken it. It ends
 * with its token, and with the gateway; its reader then comes back with `Last-Event-ID`, to whichever gateway.
 */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly streams = new Set<OpenStream>();
  private stopping = false;

  constructor(private readonly revoked: Revoked) {}

  /** `readFirst` is called before the answer begins, so that its refusal is an ordinary answer. */
  async open(
    request: Request,
    reply: FastifyReply,
    readFirst: () => Promise<StreamPage>,
    read: ReadPage,
  ): Promise<Readable | ''> {
    const { user } = request;
    if (!user) throw new Error('a stream needs a token');
    this.demandRoom(user);
    // The stream is counted from here on: others are refused while its first page is read.
    const { ended } = this.begin(user, reply);
    const first = await readFirst();
    // A proxy that buffers would hold events back.
    void reply.header('Content-Type', 'text/event-stream; charset=utf-8').header('X-Accel-Buffering', 'no');
    if (request.method === 'HEAD') return '';
    const holds = (): boolean => !this.revoked.has(user);
    const pages = readPages({ first, read, holds, ended: ended.signal, requestId: request.call.requestId });
    return Readable.from(pages, { objectMode: false, highWaterMark: bufferBytes });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    const streams = [...this.streams];
    await Promise.all(streams.map((stream) => this.end(stream)));
  }

  private demandRoom(user: AccessToken): void {
    if (this.stopping || this.streams.size >= mostInAll)
      throw new Problem('service-unavailable', 'This gateway has as many streams as it may have.', { retry_after: 1 });
    const own = [...this.streams].filter(({ caller }) => caller === idOfCaller(user)).length;
    if (own < mostPerCaller) return;
    const detail = `A client may have ${mostPerCaller} streams open at one gateway.`;
    throw new Problem('rate-limited', detail, { retry_after: 5 });
  }

  private begin(user: AccessToken, reply: FastifyReply): OpenStream {
    const stream: OpenStream = { caller: idOfCaller(user), ended: new AbortController(), reply };
    this.streams.add(stream);
    open.set(this.streams.size);
    const expiry = setTimeout(() => void this.end(stream), Math.max(0, user.exp * 1_000 - Date.now()));
    reply.raw.once('close', () => {
      clearTimeout(expiry);
      stream.ended.abort();
      this.streams.delete(stream);
      open.set(this.streams.size);
    });
    return stream;
  }

  /** Lets the stream say its last words, and cuts off a reader that does not take them. */
  private async end({ ended, reply: { raw } }: OpenStream): Promise<void> {
    if (raw.closed) return;
    const closed = new Promise<void>((resolve) => raw.once('close', resolve));
    const cut = setTimeout(() => raw.destroy(), lastWordsMs);
    ended.abort();
    await closed;
    clearTimeout(cut);
  }
}
