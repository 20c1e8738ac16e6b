import { Problem } from '@ces/contracts/problems';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Recorder, SetSpans, Span, SpanKind, TraceSettings } from './span.js';

/**
 * Makes the spans of this process. Only a request to the gateway begins a trace; everything else continues the trace that
 * it was given, if that is sampled. A request that is not sampled carries no trace, and nothing is stored for it.
 */
export class Tracing implements OnApplicationShutdown {
  constructor(
    private readonly recorder?: Recorder,
    private readonly share = 0,
  ) {}

  static async open(settings: TraceSettings | undefined): Promise<Tracing> {
    if (!settings) return new Tracing();
    const { OtlpRecorder } = await import('./otlp-recorder.js');
    return new Tracing(new OtlpRecorder(settings), settings.share);
  }

  get on(): boolean {
    return this.recorder !== undefined;
  }

  /** For a trace of a caller that may not decide whether it is sampled. The trace keeps its id, and our share decides. */
  decide(traceparent: string): string {
    const others = Number.parseInt(traceparent.slice(-2), 16) & 0xfe;
    const flags = others | Number(Math.random() < this.share);
    return `${traceparent.slice(0, -2)}${flags.toString(16).padStart(2, '0')}`;
  }

  /** For requests of callers. A trace that has begun already keeps its decision whether it is sampled. */
  begin(kind: SpanKind, nameOf: () => string, traceparent: string | undefined): Span | undefined {
    const isChosen = traceparent === undefined ? Math.random() < this.share : isSampled(traceparent);
    return isChosen ? this.recorder?.start(kind, nameOf(), traceparent) : undefined;
  }

  follow(kind: SpanKind, name: string, traceparent: string | undefined): Span | undefined {
    return this.recorder && isSampled(traceparent) ? this.recorder.start(kind, name, traceparent) : undefined;
  }

  /** For work that belongs to several traces and has one of its own. Undefined if none of them is sampled. */
  link(kind: SpanKind, name: string, traceId: string, traceparents: readonly string[]): Span | undefined {
    if (!this.recorder) return undefined;
    const links = traceparents.filter(isSampled);
    return links.length > 0 ? this.recorder.startLinked(kind, name, traceId, links) : undefined;
  }

  /** Runs work on a set. Each item of a sampled trace gets a span of its own, and the work sees the item in this span. */
  async inEach<Item, Result>(
    spans: SetSpans<Item>,
    items: Item[],
    work: (items: Item[]) => Promise<Result>,
  ): Promise<Result> {
    const { recorder } = this;
    if (!recorder || !items.some((item) => isSampled(spans.traceOf(item)))) return work(items);
    const started = items.map((item) => this.follow(spans.kind, spans.nameOf(item), spans.traceOf(item)));
    const traced = items.map((item, index) => {
      const span = started[index];
      return span ? spans.withTrace(item, span.traceparent) : item;
    });
    const attributes = { ...spans.attributes, 'ces.set_size': items.length };
    try {
      const result = await work(traced);
      for (const span of started) span?.end({ attributes });
      return result;
    } catch (error) {
      for (const span of started) span?.end({ attributes, error: errorOf(error) });
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.recorder?.close();
  }
}

/** A refusal is an answer and no error. */
export function errorOf(error: unknown): string | undefined {
  if (error instanceof Problem) return error.status < 500 ? undefined : error.code;
  return error instanceof Error ? error.name : 'unknown';
}

function isSampled(traceparent: string | undefined): boolean {
  return traceparent !== undefined && (Number.parseInt(traceparent.slice(-2), 16) & 1) === 1;
}
