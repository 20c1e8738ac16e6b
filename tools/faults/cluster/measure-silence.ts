import { isSuccess, type Entry, type Op, type Strike } from './history.ts';

interface Silence {
  /** `calm` means between the faults. */
  fault: string;
  op: Op;
  ms: number;
}

/**
 * The longest stretch without such a success, for each fault that it touches and for the calm. Callers run from the
 * first to the last success, so a stretch ends with a success on both sides.
 */
export function measureSilence(history: readonly Entry[], op: Op): Silence[] {
  const strikes = history.filter((each) => each.kind === 'strike');
  const excuses = strikes.flatMap(({ at, excusedUntil }) => (excusedUntil === undefined ? [] : [[at, excusedUntil]]));
  const times = history.flatMap((each) =>
    each.kind === 'call' && each.op === op && isSuccess(each) ? [each.ended] : [],
  );
  times.sort((a, b) => a - b);
  const stretches = times.slice(1).map((until, place) => {
    const from = times[place] ?? until;
    return { from, until, ms: until - from - excused(from, until, excuses) };
  });
  const longest = new Map<string, number>();
  for (const { from, until, ms } of stretches) {
    const touched = strikes.filter((strike) => strike.at < until && from < endOf(strike)).map(({ fault }) => fault);
    for (const fault of touched.length > 0 ? touched : ['calm'])
      longest.set(fault, Math.max(longest.get(fault) ?? 0, ms));
  }
  return [...longest].map(([fault, ms]) => ({ fault, op, ms }));
}

/** The longest time from the answer to an event until its transaction was delivered, per fault at the time of the answer. */
export function measureEffects(history: readonly Entry[]): { fault: string; ms: number }[] {
  const strikes = history.filter((each) => each.kind === 'strike');
  const delivered = new Map<string, number>();
  for (const each of history)
    if (each.kind === 'delivery')
      for (const { user, value } of each.facts)
        if (value !== undefined) delivered.set(`${user} ${value}`, delivered.get(`${user} ${value}`) ?? each.at);
  const longest = new Map<string, number>();
  for (const call of history) {
    if (call.kind !== 'call' || call.op !== 'event' || !isSuccess(call)) continue;
    const at = delivered.get(`${call.user} ${call.subject}`);
    const strike = strikes.find((each) => each.at < call.ended && call.ended < endOf(each));
    const fault = strike?.fault ?? 'calm';
    if (at !== undefined) longest.set(fault, Math.max(longest.get(fault) ?? 0, at - call.ended));
  }
  return [...longest].map(([fault, ms]) => ({ fault, ms }));
}

/** The effects of a fault may last some seconds after it is healed. */
const AFTERMATH_MS = 5_000;

function endOf({ until }: Strike): number {
  return until + AFTERMATH_MS;
}

function excused(from: number, until: number, excuses: readonly (readonly number[])[]): number {
  const shares = excuses.map(([at = 0, end = 0]) => Math.max(0, Math.min(end, until) - Math.max(at, from)));
  return shares.reduce((sum, share) => sum + share, 0);
}
