import { register } from 'prom-client';
import { ScrapedGauge } from './scraped-gauge.js';

const shown = async (name: string): Promise<unknown> => (await register.getSingleMetric(name)?.get())?.values;

describe('a gauge that is read at each scrape', () => {
  it('shows what is read at the moment, until its watch ends', async () => {
    const gauge = new ScrapedGauge('spec_labelled', 'for a spec', 'kind');
    let waiting = 1;
    const end = gauge.watch(() => Promise.resolve([[{ kind: 'a' }, waiting]]));
    expect(await shown('spec_labelled')).toEqual([{ labels: { kind: 'a' }, value: 1 }]);
    waiting = 2;
    expect(await shown('spec_labelled')).toEqual([{ labels: { kind: 'a' }, value: 2 }]);
    end();
    expect(await shown('spec_labelled')).toEqual([]);
  });

  it('has no value while it cannot be read, also without labels', async () => {
    const gauge = new ScrapedGauge('spec_plain', 'for a spec');
    let broken = true;
    gauge.watch(() => (broken ? Promise.reject(new Error('a fault')) : Promise.resolve([[{}, 3]])));
    expect(await shown('spec_plain')).toEqual([]);
    broken = false;
    expect(await shown('spec_plain')).toEqual([{ labels: {}, value: 3 }]);
  });

  it('reads one source at a time, and asks no other source after an outage', async () => {
    const gauge = new ScrapedGauge('spec_outage', 'for a spec', 'kind');
    const asked: string[] = [];
    const read = (kind: string, fails: boolean) => async () => {
      asked.push(`${kind} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      asked.push(`${kind} ends`);
      if (fails) throw new Error('Connection terminated');
      return [[{ kind }, 1] as [{ kind: string }, number]];
    };
    gauge.watch(read('a', false));
    gauge.watch(read('b', true));
    gauge.watch(read('c', false));
    expect(await shown('spec_outage')).toEqual([{ labels: { kind: 'a' }, value: 1 }]);
    expect(asked).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });
});
