import type { Measured } from './ingest/measure.ts';

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return ((sorted[middle] ?? NaN) + (sorted[(sorted.length - 1) >> 1] ?? NaN)) / 2;
}

/** Each figure has its own median; counts are summed. */
export function medianMeasured(rounds: Measured[]): Measured {
  const of = (figure: (round: Measured) => number | undefined): number =>
    median(rounds.map((each) => figure(each) ?? 0));
  const sum = (figure: (round: Measured) => number): number => rounds.reduce((total, each) => total + figure(each), 0);
  const names = Object.keys(rounds[0]?.cores ?? {});
  const byName = <T>(figure: (name: string) => T): Record<string, T> =>
    Object.fromEntries(names.map((name) => [name, figure(name)]));
  const refusal = rounds.find((each) => each.outcome.refusal !== undefined)?.outcome.refusal;
  const statuses = [...new Set(rounds.flatMap((each) => Object.keys(each.outcome.statuses)))];
  return {
    outcome: {
      statuses: Object.fromEntries(
        statuses.map((status) => [status, sum((each) => each.outcome.statuses[status] ?? 0)]),
      ),
      perSecond: of((each) => each.outcome.perSecond),
      p50: of((each) => each.outcome.p50),
      p99: of((each) => each.outcome.p99),
      max: of((each) => each.outcome.max),
      unanswered: sum((each) => each.outcome.unanswered),
      unsent: sum((each) => each.outcome.unsent),
      ...(refusal === undefined ? {} : { refusal }),
    },
    cores: byName((name) => of((each) => each.cores[name])),
    othersCores: of((each) => each.othersCores),
    cpuPer1000: byName((name) => of((each) => each.cpuPer1000[name])),
    memory: byName((name) => ({
      rssMb: of((each) => each.memory[name]?.rssMb),
      pssMb: of((each) => each.memory[name]?.pssMb),
      sharedMb: of((each) => each.memory[name]?.sharedMb),
    })),
    relay: { unpublished: of((each) => each.relay.unpublished), seconds: of((each) => each.relay.seconds) },
  };
}
