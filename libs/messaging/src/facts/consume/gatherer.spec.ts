import { Problem } from '@ces/contracts/problems';
import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gatherer, LastFailure, type Fact, type FactHandling, type Pause } from './gatherer.js';

const toFact = (messageId: string): Fact => ({
  subject: 'items.counted.0',
  messageId,
  payload: '{}',
  call: { requestId: `request of ${messageId}` },
});

/** A handler whose transactions end when the spec says so. */
class Handling implements FactHandling {
  readonly sets: string[][] = [];
  readonly buried: string[] = [];
  readonly questions: number[] = [];
  known = new Set<string>();
  fail: (ids: string[]) => unknown = () => undefined;
  private end = Promise.withResolvers<undefined>();

  constructor(readonly together = true) {
    this.end.resolve(undefined);
  }

  hold(): () => void {
    this.end = Promise.withResolvers();
    return () => {
      this.end.resolve(undefined);
    };
  }

  remaining(facts: Fact[]): Promise<Fact[]> {
    this.questions.push(facts.length);
    return Promise.resolve(facts.filter(({ messageId }) => !this.known.has(messageId)));
  }

  async handle(facts: Fact[]): Promise<void> {
    const ids = facts.map(({ messageId }) => messageId);
    this.sets.push(ids);
    await this.end.promise;
    const failure = this.fail(ids);
    if (failure !== undefined) throw failure as Error;
  }

  bury({ messageId }: Fact): Promise<void> {
    this.buried.push(messageId);
    return Promise.resolve();
  }
}

const failing = (bad: string, failure: unknown = new Error('indigestible')) => {
  return (ids: string[]): unknown => (ids.includes(bad) ? failure : undefined);
};

describe('a gatherer', () => {
  let handling: Handling;
  let gatherer: Gatherer;
  const arrive = (ids: string[], lastFailure = new LastFailure()): Promise<Pause> =>
    gatherer.settle(ids.map(toFact), lastFailure);
  const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);

  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  afterAll(() => {
    Logger.overrideLogger(new Logger());
  });

  beforeEach(() => {
    handling = new Handling();
    gatherer = new Gatherer('spec', handling);
  });

  it('handles a lone fact at once, and what arrives meanwhile as one set in the order of its arrival', async () => {
    const end = handling.hold();
    const first = arrive(['a']);
    const later = [arrive(['b', 'c']), arrive(['d'])];
    expect(handling.sets).toEqual([['a']]);
    end();
    expect(await Promise.all([first, ...later])).toEqual([undefined, undefined, undefined]);
    expect(handling.sets).toEqual([['a'], ['b', 'c', 'd']]);
    expect(handling.questions).toEqual([]);
  });

  it('takes at most 500 facts at once, unless one message has more, and asks first whether many are known', async () => {
    const end = handling.hold();
    const underWay = [['a'], numbered('z', 100)];
    const sets = [...underWay, numbered('b', 300), numbered('c', 200), ['d'], numbered('e', 600), ['f']];
    handling.known.add('c7');
    const all = sets.map((ids) => arrive(ids));
    end();
    await Promise.all(all);
    const lengths = handling.sets.map((ids) => ids.length);
    expect(lengths.toSorted((one, other) => one - other)).toEqual([1, 1, 1, 100, 499, 600]);
    expect(handling.questions).toEqual([100, 500, 600]);
  });

  it('handles two sets at a time when many facts wait, and no third', async () => {
    const end = handling.hold();
    const all = [arrive(['a']), arrive(numbered('b', 99)), arrive(['c']), arrive(numbered('d', 200))];
    await new Promise(setImmediate);
    expect(handling.sets.map((ids) => ids.length)).toEqual([1, 100]);
    end();
    await Promise.all(all);
    expect(handling.sets.map((ids) => ids.length)).toEqual([1, 100, 200]);
  });

  it('handles a failed set by messages, and a failed message fact by fact', async () => {
    const end = handling.hold();
    const first = arrive(['a']);
    handling.fail = failing('bad');
    const [good, spoilt] = [arrive(['b', 'c']), arrive(['d', 'bad', 'e'])];
    end();
    expect(await first).toBeUndefined();
    expect(await good).toBeUndefined();
    const pause = await spoilt;
    expect(pause).toBeGreaterThanOrEqual(50);
    expect(pause).toBeLessThanOrEqual(100);
    expect(handling.sets.slice(1)).toEqual([
      ['b', 'c', 'd', 'bad', 'e'],
      ['b', 'c'],
      ['d', 'bad', 'e'],
      ['d'],
      ['bad'],
    ]);
  });

  it('buries a fact that has failed six times, and goes on behind it', async () => {
    handling.fail = failing('bad');
    const lastFailure = new LastFailure();
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await arrive(['bad', 'e'], lastFailure)).toBeDefined();
    expect(handling.buried).toEqual([]);
    expect(await arrive(['bad', 'e'], lastFailure)).toBeUndefined();
    expect(handling.buried).toEqual(['bad']);
    expect(handling.sets.at(-1)).toEqual(['e']);
  });

  it('lets a set wait while a needed part is away, and tries its messages alone afterwards', async () => {
    handling.fail = failing('b', new Problem('service-unavailable', 'away'));
    const failures = [new LastFailure(), new LastFailure()];
    const both = async (): Promise<Pause[]> => {
      const end = handling.hold();
      const pauses = [arrive(['a']), ...failures.map((failure, i) => arrive([['b', 'c'][i] ?? ''], failure))];
      end();
      return (await Promise.all(pauses)).slice(1);
    };
    for (const pause of await both()) expect(pause).toBeGreaterThanOrEqual(50);
    const [pause, other] = await both();
    expect(pause).toBeGreaterThanOrEqual(250);
    expect(other).toBeUndefined();
    expect(handling.sets.slice(2)).toEqual([['a'], ['b'], ['c']]);
  });

  it('does not count an outage as a failure of the fact', async () => {
    const lastFailure = new LastFailure();
    handling.fail = failing('bad', new Problem('service-unavailable', 'away'));
    for (let time = 0; time < 10; time += 1) expect(await arrive(['bad'], lastFailure)).toBeDefined();
    handling.fail = failing('bad');
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await arrive(['bad'], lastFailure)).toBeDefined();
    expect(handling.buried).toEqual([]);
    expect(await arrive(['bad'], lastFailure)).toBeUndefined();
    expect(handling.buried).toEqual(['bad']);
  });

  it('makes sets smaller after one that took long', async () => {
    const end = handling.hold();
    const all = [arrive(numbered('a', 10)), ...numbered('b', 9).map((id) => arrive([id]))];
    await sleep(1_100);
    end();
    await Promise.all(all);
    expect(handling.sets.map((ids) => ids.length)).toEqual([10, 5, 4]);
  });

  it('gives a handler that takes facts one by one each message at once', async () => {
    handling = new Handling(false);
    gatherer = new Gatherer('spec', handling);
    const end = handling.hold();
    handling.known.add('c');
    const both = [arrive(['a']), arrive(['b', 'c', 'd'])];
    await new Promise(setImmediate);
    expect(handling.sets).toEqual([['a'], ['b']]);
    end();
    expect(await Promise.all(both)).toEqual([undefined, undefined]);
    expect(handling.sets).toEqual([['a'], ['b'], ['d']]);
  });
});
