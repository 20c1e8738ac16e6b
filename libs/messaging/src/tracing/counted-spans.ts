import type { Logger } from '@nestjs/common';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { Counter } from 'prom-client';

const spans = new Counter({
  name: 'ces_spans_total',
  help: 'Spans by what became of them: sent to the collector, or lost because it did not take them or too many waited',
  labelNames: ['end'],
});

/**
 * Counts each span that ends once, as sent or as lost, and logs when the collector goes away and comes back. OpenTelemetry's
 * queue tells nobody of the spans that it drops, so this class knows how many wait there and refuses further ones itself.
 */
export class CountedSpans implements SpanExporter {
  private waiting = 0;
  private underWay = 0;
  private away = false;
  private closed = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly mostWaiting: number,
    private readonly logger: Logger,
  ) {}

  /** Whether there is room for a span that has ended. */
  admit(): boolean {
    if (this.closed || this.waiting >= this.mostWaiting) {
      spans.inc({ end: 'lost' });
      return false;
    }
    this.waiting += 1;
    return true;
  }

  export(...[batch, done]: Parameters<SpanExporter['export']>): void {
    this.waiting -= batch.length;
    this.underWay += batch.length;
    this.exporter.export(batch, (result) => {
      const code: number = result.code;
      const isSent = code === 0;
      if (!this.closed) this.count(isSent, batch.length);
      this.note(isSent, result.error);
      done(result);
    });
  }

  /** Counts as lost what the collector has not taken by now. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    spans.inc({ end: 'lost' }, this.waiting + this.underWay);
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  private count(isSent: boolean, number: number): void {
    this.underWay -= number;
    spans.inc({ end: isSent ? 'sent' : 'lost' }, number);
  }

  private note(isSent: boolean, error: Error | undefined): void {
    if (isSent !== this.away) return;
    this.away = !isSent;
    if (isSent) this.logger.log('the collector takes traces again');
    else this.logger.warn({ err: error }, 'the collector takes no traces; they are lost until it does');
  }
}
