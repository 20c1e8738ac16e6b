import { healthOf, type HealthReport } from '@ces/contracts/operation/health';
import { Handle } from '@ces/messaging/calls/handle';
import { DeadLetters } from '@ces/messaging/facts/dead-letters';
import { measureLags } from '@ces/messaging/facts/publish/fact-lag';
import { Nats } from '@ces/messaging/nats';
import { Controller, type Type } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { versionOfBuild } from './build-info.js';
import { Health } from './health.js';

/** The gateway waits two seconds for the whole report. */
const measureMs = 1_300;

/** A controller that answers for the health of this service. What hangs is left out of the report. */
export function healthReportsOf(service: string): Type {
  @Controller()
  class HealthReports {
    constructor(
      private readonly health: Health,
      private readonly nats: Nats,
      private readonly letters: DeadLetters,
    ) {}

    @Handle(healthOf(service))
    async report(): Promise<HealthReport> {
      const [checks, lags, dead_letters] = await Promise.all([
        inTime(this.health.readiness()),
        inTime(measureLags(this.nats)),
        inTime(this.letters.count()),
      ]);
      return {
        version: versionOfBuild(),
        checks: checks ?? { accepting: !this.health.draining, nats: this.nats.connected, database: false },
        outbox_seconds: lags ? Math.round(Math.max(0, ...lags.outbox.map(([, seconds]) => seconds))) : null,
        outbox_waiting: lags?.waiting ?? null,
        dead_letters: dead_letters ?? null,
        lags: lags?.consumers.map(([consumer, seconds]) => ({ consumer, seconds: Math.round(seconds) })) ?? null,
      };
    }
  }
  return HealthReports;
}

/** Undefined for what fails or hangs. */
function inTime<T>(measured: Promise<T>): Promise<T | undefined> {
  return Promise.race([measured.catch(() => undefined), sleep(measureMs, undefined, { ref: false })]);
}
