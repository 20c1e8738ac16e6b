export interface Load {
  port: number;
  /** The ports of further gateways. */
  otherPorts?: number[];
  token: string;
  eventName: string;
  users: string[];
  connections: number;
  seconds: number;
  /** Events in each request, of the batch route then. Without it, each request is one event of row 2. */
  batch?: number;
  /** Requests per second by the clock. Without it, every connection sends when it has its answer. */
  rate?: number;
}

export interface Outcome {
  /** Late answers included. */
  statuses: Record<string, number>;
  /** Events accepted within the time. */
  perSecond: number;
  /** Milliseconds from the moment when the request was due, with its wait for a connection. */
  p50: number;
  p99: number;
  max: number;
  /** Sent but never answered, so perhaps taken in. */
  unanswered: number;
  /** Due but not sent within the grace. */
  unsent: number;
  refusal?: string;
}
