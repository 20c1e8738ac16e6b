import { Problem } from '@ces/contracts/problems';
import { eventually } from '@ces/testing/eventually';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { countEnded } from '../routing/time-requests.js';
import { ColumnEngine, type StoredColumn } from './column-engine.js';

const lines = 100_000;

class Taking extends ColumnEngine {
  readonly parts: number[] = [];
  readonly dropped: string[] = [];

  constructor(protected readonly turns: () => number) {
    super();
  }

  protected take(): Promise<unknown> {
    this.parts.push(this.turns());
    return Promise.resolve();
  }

  protected forget(uploadId: string): Promise<unknown> {
    this.dropped.push(uploadId);
    return Promise.resolve();
  }
}

class AwayAtFirst extends Taking {
  protected override async forget(uploadId: string): Promise<unknown> {
    await super.forget(uploadId);
    if (this.dropped.length === 1) throw new Problem('service-unavailable', 'away');
    return undefined;
  }
}

/** All parts but the first are slow until the fifth. */
class SlowForAWhile extends Taking {
  readonly rests: number[] = [];
  private slowEnded: number | undefined;

  protected override async take(): Promise<unknown> {
    await super.take();
    if (this.slowEnded !== undefined) this.rests.push(performance.now() - this.slowEnded);
    const slow = this.parts.length > 1 && this.parts.length < 5;
    if (slow) await sleep(25);
    for (let n = 0; n < this.turns(); n += 1) countEnded();
    this.slowEnded = slow ? performance.now() : undefined;
    return undefined;
  }
}

describe('the upload of a column', () => {
  const read = (engine: ColumnEngine): Promise<StoredColumn> =>
    new Promise((resolve, reject) => {
      const stream = Readable.from(pieces());
      engine._handleFile(
        { call: { requestId: 'r' } },
        { stream } as Express.Multer.File,
        (error: unknown, info?: Partial<Express.Multer.File> & StoredColumn) => {
          if (info) resolve(info);
          else reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });

  it('lets small requests run many times between two parts', async () => {
    let turns = 0;
    let over = false;
    const serve = (): void => {
      turns += 1;
      const until = performance.now() + 5;
      while (performance.now() < until);
      if (!over) setImmediate(serve);
    };
    serve();
    const engine = new Taking(() => turns);
    const stored = await read(engine).finally(() => {
      over = true;
    });
    expect(stored).toMatchObject({ count: lines, parts: engine.parts.length });
    const between = engine.parts.slice(1).map((turn, index) => turn - (engine.parts[index] ?? 0));
    expect(between.length).toBeGreaterThan(3);
    for (const each of between) expect(each).toBeGreaterThan(1);
  });

  it.each([
    ['rests as long as a part that took far longer than the quickest while others asked', 1, 15, 1_000],
    ['does not rest if nobody asked', 0, 0, 15],
  ])('%s', async (_what, others, atLeast, atMost) => {
    const engine = new SlowForAWhile(() => others);
    await read(engine);
    expect(engine.rests).toHaveLength(3);
    // Another process may hold the core now and then.
    expect(Math.min(...engine.rests)).toBeGreaterThan(atLeast);
    expect(Math.min(...engine.rests)).toBeLessThan(atMost);
  });

  it('is dropped even if the service is away at first', async () => {
    const engine = new AwayAtFirst(() => 0);
    await engine.drop('one');
    expect(engine.dropped).toEqual(['one']);
    await eventually(() => {
      expect(engine.dropped).toEqual(['one', 'one']);
    });
  });
});

function* pieces(): Generator<Buffer> {
  for (let line = 0; line < lines; line += 1_000) {
    yield Buffer.from(Array.from({ length: 1_000 }, (_, n) => `identifier-${line + n}\n`).join(''));
  }
}
