import type { ApiClient } from './api-client.js';

export interface StreamEvent {
  id: string | undefined;
  event: string;
  data: Record<string, unknown>;
}

/** A reader of server-sent events. It must be closed. */
export class EventStream {
  private readonly decoder = new TextDecoder();
  private text = '';

  private constructor(
    readonly answer: Response,
    private readonly closer: AbortController,
    private readonly reader: ReadableStreamDefaultReader<Uint8Array>,
  ) {}

  static async open(api: ApiClient, path: string, lastEventId?: string): Promise<EventStream> {
    const closer = new AbortController();
    const headers = {
      Authorization: `Bearer ${api.bearer}`,
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    };
    const answer = await fetch(`${api.url}${path}`, { headers, signal: closer.signal });
    if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`);
    return new EventStream(answer, closer, answer.body.getReader());
  }

  /** The next event, without comments and hints; undefined when the stream has ended. */
  async next(): Promise<StreamEvent | undefined> {
    for (let block = await this.block(); block !== undefined; block = await this.block()) {
      const found = toEvent(block);
      if (found) return found;
    }
    return undefined;
  }

  /** Where the stream begins, as it says before its first event. */
  async begin(): Promise<string> {
    for (let block = await this.block(); block !== undefined; block = await this.block()) {
      const [, place] = /^id: (.*)$/m.exec(block) ?? [];
      if (place !== undefined) return place;
    }
    throw new Error('the stream has ended');
  }

  private async block(): Promise<string | undefined> {
    while (!this.text.includes('\n\n')) {
      const { done, value } = await this.reader.read();
      if (done) return undefined;
      this.text += this.decoder.decode(value, { stream: true });
    }
    const end = this.text.indexOf('\n\n');
    const block = this.text.slice(0, end);
    this.text = this.text.slice(end + 2);
    return block;
  }

  close(): void {
    this.closer.abort();
  }
}

function toEvent(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ', 1)[0] ?? '', line.replace(/^[^:]*: ?/, '')]),
  );
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return {
    id: fields.get('id'),
    event: fields.get('event') ?? 'message',
    data: JSON.parse(data) as StreamEvent['data'],
  };
}
