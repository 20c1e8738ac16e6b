import { Logger } from '@nestjs/common';
import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { setTimeout as sleep } from 'node:timers/promises';
import { CountedSpans } from './counted-spans.js';
import type { Recorder, Span, SpanEnd, SpanKind, TraceSettings } from './span.js';

const kinds = { server: Kind.SERVER, client: Kind.CLIENT, producer: Kind.PRODUCER, consumer: Kind.CONSUMER };
/** Spans that wait to be sent. Further ones are lost, so a collector that is away costs no memory. */
const mostWaiting = 8_192;
const mostInOneExport = 1_024;
/** One export at a time, and at the end all that wait beside it. */
const mostExports = mostWaiting / mostInOneExport + 1;
const gatherMs = 1_000;
/** A request to the collector, with its repetitions. */
const exportMs = 5_000;
/** The end of a process waits no longer than this for the collector. */
const closingMs = 1_000;

/** Sends spans by OTLP over HTTP, in the background. `Tracing` decides what is recorded, so every span here is. */
export class OtlpRecorder implements Recorder {
  private readonly logger = new Logger('Tracing');
  private readonly ids = new ChosenIds();
  private readonly spans: CountedSpans;
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor({ service, endpoint, headers }: TraceSettings) {
    const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: exportMs, concurrencyLimit: mostExports });
    this.spans = new CountedSpans(exporter, mostWaiting, this.logger);
    const processor = new BatchSpanProcessor({
      exporter: this.spans,
      maxQueueSize: mostWaiting,
      maxExportBatchSize: mostInOneExport,
      scheduledDelayMillis: gatherMs,
      exportTimeoutMillis: exportMs,
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'ces' }),
      sampler: new AlwaysOnSampler(),
      idGenerator: this.ids,
      spanProcessors: [processor],
    });
    this.tracer = this.provider.getTracer('ces');
  }

  start(kind: SpanKind, name: string, parent: string | undefined): Span {
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent));
    return new RecordedSpan(this.tracer.startSpan(name, { kind: kinds[kind] }, context), this.spans);
  }

  startLinked(kind: SpanKind, name: string, traceId: string, links: readonly string[]): Span {
    this.ids.chosen = traceId;
    try {
      const given = { kind: kinds[kind], links: links.map((each) => ({ context: contextOf(each) })) };
      return new RecordedSpan(this.tracer.startSpan(name, given, ROOT_CONTEXT), this.spans);
    } finally {
      this.ids.chosen = undefined;
    }
  }

  async close(): Promise<void> {
    const late = new AbortController();
    const sent = this.provider.shutdown().catch(() => undefined);
    await Promise.race([sent, sleep(closingMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    this.spans.close();
  }
}

class RecordedSpan implements Span {
  readonly traceparent: string;

  constructor(
    private readonly span: OtelSpan,
    private readonly spans: CountedSpans,
  ) {
    const { traceId, spanId } = span.spanContext();
    this.traceparent = `00-${traceId}-${spanId}-01`;
  }

  end({ attributes, error }: SpanEnd): void {
    if (!this.spans.admit()) return;
    if (attributes) this.span.setAttributes(attributes);
    if (error !== undefined) this.span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

/** Random ids, unless the trace has one already: the attempts of a batch share the id of the batch as their trace. */
class ChosenIds extends RandomIdGenerator {
  chosen: string | undefined;

  override generateTraceId(): string {
    return this.chosen ?? super.generateTraceId();
  }
}

function contextOf(traceparent: string) {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
