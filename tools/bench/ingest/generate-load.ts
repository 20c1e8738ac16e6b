// The load generator is a process of its own, so that its CPU is not counted with that of the measured side.
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '../http-connection.ts';
import { answerParent } from '../worker.ts';
import type { Load, Outcome } from './load.ts';
import { batchesOf, requestsOf } from './requests.ts';

/** After the load, answers under way and late requests have this time. */
const graceMs = 10_000;

answerParent(generate);

async function generate(load: Load): Promise<Outcome> {
  const ports = [load.port, ...(load.otherPorts ?? [])];
  const connections = await Promise.all(
    Array.from({ length: load.connections }, (_, place) =>
      HttpConnection.open(ports[place % ports.length] ?? load.port),
    ),
  );
  const run = new Run(load);
  try {
    return await (load.rate === undefined ? run.saturate(connections) : run.keepRate(connections, load.rate));
  } finally {
    for (const connection of connections) connection.close();
  }
}

class Run {
  private readonly nextRequest: () => string;
  private readonly batch: number | undefined;
  private readonly latencies: number[] = [];
  private readonly statuses = new Map<number, number>();
  private readonly begun = performance.now();
  private readonly until: number;
  private underWay = 0;
  private inTime = 0;
  private refusal: string | undefined;

  constructor(load: Load) {
    this.nextRequest = load.batch === undefined ? requestsOf(load) : batchesOf(load, load.batch);
    this.batch = load.batch;
    this.until = this.begun + load.seconds * 1_000;
  }

  /** Closed loop: finds the receiver's maximum, and says little about latency. */
  async saturate(connections: HttpConnection[]): Promise<Outcome> {
    const again = (connection: HttpConnection): void => {
      const now = performance.now();
      if (now < this.until && connection.usable)
        this.send(connection, now, () => {
          again(connection);
        });
    };
    connections.forEach(again);
    await this.whenOver(() => this.underWay === 0);
    return this.outcome(0);
  }

  /** Open loop: requests are due by the clock, and their latency begins then, even if they are sent late. */
  async keepRate(connections: HttpConnection[], rate: number): Promise<Outcome> {
    const total = Math.floor(((this.until - this.begun) * rate) / 1_000);
    const idle = [...connections];
    let sent = 0;
    const sendDue = (): void => {
      const due = Math.min(total, ((performance.now() - this.begun) * rate) / 1_000);
      for (let connection = take(); connection; connection = take()) {
        const used = connection;
        this.send(used, this.begun + (sent * 1_000) / rate, () => {
          if (used.usable) idle.push(used);
          sendDue();
        });
        sent += 1;
      }
      function take(): HttpConnection | undefined {
        return sent < due ? idle.pop() : undefined;
      }
    };
    const clock = setInterval(sendDue, 1);
    await this.whenOver(() => sent === total && this.underWay === 0);
    clearInterval(clock);
    return this.outcome(total - sent);
  }

  private send(connection: HttpConnection, dueAt: number, then: () => void): void {
    this.underWay += 1;
    connection.send(this.nextRequest(), (status, body) => {
      this.underWay -= 1;
      const now = performance.now();
      this.latencies.push(now - dueAt);
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      const accepted = this.batch === undefined ? Number(status === 202) : acceptedIn(status, body);
      if (accepted !== (this.batch ?? 1)) this.refusal ??= `${status} ${body}`;
      if (now < this.until) this.inTime += accepted;
      then();
    });
  }

  private async whenOver(isOver: () => boolean): Promise<void> {
    await sleep(this.until - performance.now());
    while (!isOver() && performance.now() < this.until + graceMs) await sleep(10);
  }

  private outcome(unsent: number): Outcome {
    const sorted = Float64Array.from(this.latencies).sort();
    const percentile = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const { 0: lost = 0, ...statuses } = Object.fromEntries(this.statuses) as Record<string, number>;
    return {
      statuses,
      perSecond: (this.inTime * 1_000) / (this.until - this.begun),
      p50: percentile(0.5),
      p99: percentile(0.99),
      max: percentile(1),
      unanswered: this.underWay + lost,
      unsent,
      ...(this.refusal === undefined ? {} : { refusal: this.refusal }),
    };
  }
}

/** The batch route gives each event its own status. */
function acceptedIn(status: number, body: string): number {
  return status === 207 ? body.split('"status":202,').length - 1 : 0;
}
