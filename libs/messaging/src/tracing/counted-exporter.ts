import type { Logger } from '@nestjs/common';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { Counter } from 'prom-client';

const spans = new Counter({
  name: 'ces_spans_total',
  help: 'Spans by what became of them: sent to the collector, or lost because it did not take them',
  labelNames: ['end'],
});

/** Counts spans that were sent or lost, and logs when the collector goes away and comes back. */
export class CountedExporter implements SpanExporter {
  private away = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(...[batch, done]: Parameters<SpanExporter['export']>): void {
    this.exporter.export(batch, (result) => {
      const code: number = result.code;
      const isSent = code === 0;
      spans.inc({ end: isSent ? 'sent' : 'lost' }, batch.length);
      this.note(isSent, result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  private note(isSent: boolean, error: Error | undefined): void {
    if (isSent !== this.away) return;
    this.away = !isSent;
    if (isSent) this.logger.log('the collector takes traces again');
    else this.logger.warn({ err: error }, 'the collector takes no traces; they are lost until it does');
  }
}
