/** The order to the generator. */
export interface Load {
  port: number;
  token: string;
  eventName: string;
  users: string[];
  connections: number;
  seconds: number;
  /** Requests per second, by the clock. Without a rate, every connection sends as soon as it has its answer. */
  rate?: number;
}

export interface Outcome {
  /** All answers by status, also those after the time was up. */
  statuses: Record<string, number>;
  /** 202s within the time. */
  perSecond: number;
  /** Milliseconds from the moment the request was due; includes its waiting for a connection. */
  p50: number;
  p99: number;
  max: number;
  /** Sent, and never answered: whether they were taken in is not known. */
  unanswered: number;
  /** Due, and not sent within the grace after the time. */
  unsent: number;
  /** The first answer that was no 202. */
  refusal?: string;
}
