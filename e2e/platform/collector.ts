import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}

interface OtlpRequest {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

export interface CollectedSpan extends OtlpSpan {
  service: string | undefined;
}

const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer'];

/** An OTLP collector: it takes traces over HTTP and keeps them. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  private text = '';

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const collector = new Collector(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.url === '/v1/traces') collector.take(Buffer.concat(chunks).toString());
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    return collector;
  }

  /** Everything that came, as it came. */
  get received(): string {
    return this.text;
  }

  spansOf(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** `service kind name` of the span and of those above it, the outermost first. */
  pathTo(span: CollectedSpan | undefined): string[] {
    if (!span) return [];
    const parent = this.spansOf(span.traceId).find(({ spanId }) => spanId === span.parentSpanId);
    return [...this.pathTo(parent), `${span.service ?? ''} ${kinds[span.kind] ?? ''} ${span.name}`];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(body: string): void {
    this.text += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpRequest).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans).map((span) => ({ ...span, service })));
    }
  }
}
