import { Gauge } from 'prom-client';
import type { ProbeResult } from './probe-result.js';

const success = new Gauge({
  name: 'ces_probe_success',
  help: '1 if the newest run of the probe that this replica was told of succeeded',
});
const lastRun = new Gauge({
  name: 'ces_probe_last_run_timestamp_seconds',
  help: 'When this replica was told of a run of the probe',
});
const lastSuccess = new Gauge({
  name: 'ces_probe_last_success_timestamp_seconds',
  help: 'When this replica was told of a run of the probe that succeeded; 0 if never since its start',
});
const seconds = new Gauge({
  name: 'ces_probe_step_seconds',
  help: 'How long each step took in the newest run of the probe that this replica was told of',
  labelNames: ['step'],
});

/** The moment is that of this clock, by which Prometheus judges it. */
export function showResult({ failed, steps }: ProbeResult): void {
  const now = Date.now() / 1_000;
  success.set(failed === null ? 1 : 0);
  lastRun.set(now);
  if (failed === null) lastSuccess.set(now);
  seconds.reset();
  for (const { step, ms } of steps) seconds.set({ step }, ms / 1_000);
}
