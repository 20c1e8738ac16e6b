import { Circuit } from './circuit.js';

const realNow = performance.now.bind(performance);

describe('the circuit of a service', () => {
  let now: number;

  beforeEach(() => {
    now = 1_000;
    Object.assign(performance, { now: () => now });
  });

  afterEach(() => {
    Object.assign(performance, { now: realNow });
  });

  const miss = (circuit: Circuit, times: number) => {
    for (let n = 0; n < times; n += 1) circuit.missed();
  };

  it('stays closed after a few calls without a responder', () => {
    const circuit = new Circuit();
    miss(circuit, 9);
    expect([circuit.open, circuit.admit()]).toEqual([false, true]);
  });

  it('refuses calls after many in a row, and lets one probe through after each pause', () => {
    const circuit = new Circuit();
    miss(circuit, 10);
    expect([circuit.open, circuit.admit(), circuit.admit()]).toEqual([true, false, false]);
    now += 201;
    expect([circuit.admit(), circuit.admit()]).toEqual([true, false]);
    circuit.missed();
    expect(circuit.admit()).toBe(false);
    now += 201;
    expect(circuit.admit()).toBe(true);
  });

  it('closes as soon as a probe is answered', () => {
    const circuit = new Circuit();
    miss(circuit, 10);
    now += 201;
    expect(circuit.admit()).toBe(true);
    circuit.answered();
    expect([circuit.open, circuit.admit(), circuit.admit()]).toEqual([false, true, true]);
  });

  it('forgets misses that are longer ago than a second, so that calls which come rarely never open it', () => {
    const circuit = new Circuit();
    for (let n = 0; n < 30; n += 1) {
      circuit.missed();
      now += 1_001;
      expect(circuit.admit()).toBe(true);
    }
  });
});
