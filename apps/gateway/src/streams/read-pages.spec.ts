import { Problem } from '@ces/contracts/problems';
import { readPages, type ReadPage, type StreamPage } from './read-pages.js';

const page = (position: string, ...data: object[]): StreamPage => ({
  position,
  frames: data.map((each) => ({ event: 'delivery', id: position, data: each })),
});
const never = new Promise<StreamPage>(() => undefined);

describe('the pages of a stream', () => {
  const reading = (read: ReadPage, ended = new AbortController(), holds = () => true, first = page('1', { n: 1 })) => ({
    ended,
    texts: readPages({ first, read, holds, ended: ended.signal, requestId: 'r' }),
  });
  const all = async (texts: AsyncGenerator<string>) => {
    const found: string[] = [];
    for await (const text of texts) found.push(text);
    return found;
  };
  const gone = () => Promise.reject(new Problem('listener-not-found', 'gone'));

  it('begin with the time after which a reader comes back, and name the position of each event', async () => {
    const asked: string[] = [];
    const read: ReadPage = (position) => {
      asked.push(position);
      return position === '1' ? Promise.resolve(page('2', { n: 2 }, { n: 3 })) : gone();
    };
    expect(await all(reading(read).texts)).toEqual([
      'retry: 1000\n\n',
      'id: 1\nevent: delivery\ndata: {"n":1}\n\n',
      'id: 2\nevent: delivery\ndata: {"n":2}\n\nid: 2\nevent: delivery\ndata: {"n":3}\n\n',
      'retry: 1000\n\n',
    ]);
    expect(asked).toEqual(['1', '2']);
  });

  it('say where they begin, so that a reader without an event comes back to the same place', async () => {
    const read = () => gone();
    const { texts } = reading(read, undefined, undefined, page('7'));
    expect(await all(texts)).toEqual(['retry: 1000\n\n', 'id: 7\n\n', 'retry: 1000\n\n']);
  });

  it('are read one at a time, each when the one before was taken', async () => {
    let asked = 0;
    const { texts } = reading(() => Promise.resolve(page(String((asked += 1)), { asked })));
    for (let taken = 0; taken < 4; taken += 1) await texts.next();
    expect(asked).toBe(2);
  });

  it('go on from the same position after an outage', async () => {
    const answers = [
      () => Promise.reject(new Problem('service-unavailable', 'away')),
      () => Promise.reject(new Error('unexpected')),
      () => Promise.resolve(page('2', { n: 2 })),
    ];
    const asked: string[] = [];
    const read: ReadPage = (position) => {
      asked.push(position);
      return answers.shift()?.() ?? gone();
    };
    expect((await all(reading(read).texts)).join('')).toContain('{"n":2}');
    expect(asked).toEqual(['1', '1', '1', '2']);
  });

  it('end at once, with a hint to come back, when the gateway ends while a page is awaited', async () => {
    const { texts, ended } = reading(() => never);
    await texts.next();
    await texts.next();
    const last = texts.next();
    ended.abort();
    expect(await last).toEqual({ done: false, value: 'retry: 1000\n\n' });
    expect(await texts.next()).toEqual({ done: true, value: undefined });
  });

  it('end when the token does not hold any more, before another event', async () => {
    let holds = true;
    const read: ReadPage = () => {
      holds = false;
      return Promise.resolve(page('2', { secret: true }));
    };
    expect((await all(reading(read, undefined, () => holds).texts)).join('')).not.toContain('secret');
  });
});
