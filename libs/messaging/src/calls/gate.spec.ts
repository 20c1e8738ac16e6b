import { setImmediate as settled, setTimeout as sleep } from 'node:timers/promises';
import { Gate } from './gate.js';

describe('Gate', () => {
  const begin = (gate: Gate, begun: string[], name: string) => {
    const { promise, resolve: end } = Promise.withResolvers<string>();
    const done = gate.run(() => {
      begun.push(name);
      return promise;
    });
    return {
      done,
      end: () => {
        end(name);
        return done;
      },
    };
  };

  it('lets a number of pieces of work run at once, and others in the order of their arrival', async () => {
    const gate = new Gate(2);
    const begun: string[] = [];
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => begin(gate, begun, name));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    expect(await b?.end()).toBe('b');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    await a?.end();
    await settled();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await Promise.all([c?.end(), d?.end()]);
  });

  it('frees the place of work that fails', async () => {
    const gate = new Gate(1);
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await gate.run(() => Promise.resolve('next'))).toBe('next');
  });

  it('refuses work whose turn comes too late, and goes on with the next', async () => {
    const gate = new Gate(1, 5, () => new Error('come back later'), 50);
    const begun: string[] = [];
    const a = begin(gate, begun, 'a');
    const late = expect(begin(gate, begun, 'late').done).rejects.toThrow('come back later');
    await sleep(60);
    const b = begin(gate, begun, 'b');
    await a.end();
    await late;
    expect(await b.end()).toBe('b');
    expect([begun, gate.empty]).toEqual([['a', 'b'], true]);
  });

  it('refuses work that finds the line full', async () => {
    const gate = new Gate(1, 1, () => new Error('come back later'));
    const begun: string[] = [];
    const [a, b] = ['a', 'b'].map((name) => begin(gate, begun, name));
    await settled();
    await expect(gate.run(() => Promise.resolve())).rejects.toThrow('come back later');
    await a?.end();
    await b?.end();
    expect(await gate.run(() => Promise.resolve('again'))).toBe('again');
  });
});
