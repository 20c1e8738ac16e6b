export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** Never data of users, secrets, bodies or query strings. */
export type Attributes = Record<string, string | number>;

export interface SpanEnd {
  attributes?: Attributes;
  /** A code or the name of a class, because messages may hold data of users. Undefined if the work succeeded. */
  error?: string | undefined;
}

export interface Span {
  readonly traceparent: string;
  end(end: SpanEnd): void;
}

/** Where spans go. The implementation loads OpenTelemetry, so it is loaded only where traces are on. */
export interface Recorder {
  start(kind: SpanKind, name: string, parent: string | undefined): Span;
  startLinked(kind: SpanKind, name: string, traceId: string, links: readonly string[]): Span;
  close(): Promise<void>;
}

export interface TraceSettings {
  service: string;
  /** The address of the collector, without the path of the traces. */
  endpoint: string;
  headers: Record<string, string>;
  /** The share of requests that are recorded unless a caller decides that may, 0 to 1. */
  share: number;
}

/** The spans of a set whose items belong to several traces. */
export interface SetSpans<Item> {
  kind: SpanKind;
  nameOf: (item: Item) => string;
  attributes: Attributes;
  traceOf: (item: Item) => string | undefined;
  withTrace: (item: Item, traceparent: string) => Item;
}
