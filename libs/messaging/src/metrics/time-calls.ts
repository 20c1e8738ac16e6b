import { Counter, Histogram } from 'prom-client';

const seconds = new Histogram({
  name: 'ces_call_seconds',
  help: 'How long this service took to answer a call, by its end: done, refused or failed',
  labelNames: ['call', 'end'],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 5],
});

/** Calls that no service answered in time, by their subject. */
export const unanswered = new Counter({
  name: 'ces_calls_unanswered_total',
  help: 'Calls by this process that no service answered in time',
  labelNames: ['call'],
});

type End = 'done' | 'refused' | 'failed';

/** Counts answers to one call. The result takes the moment at which the work began, from `performance.now()`. */
export function timeCalls(call: string): (begun: number, end: End) => void {
  const ends = {
    done: seconds.labels(call, 'done'),
    refused: seconds.labels(call, 'refused'),
    failed: seconds.labels(call, 'failed'),
  };
  return (begun, end) => {
    ends[end].observe((performance.now() - begun) / 1_000);
  };
}
