import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { follow, Frames, type Frame, type Place } from './follow.js';

describe('server-sent events', () => {
  it('are whole, wherever the parts of the stream end', () => {
    const text =
      'retry: 1000\n\nid: 1.2\nevent: accepted\ndata: {"a":\ndata: 1}\n\n: still there\n\nid: 1.3\ndata: x\n\nid: 1.4\nda';
    const frames = new Frames();
    const found = Array.from(text, (letter) => frames.add(letter)).flat();
    expect(found).toEqual([
      { id: '1.2', event: 'accepted', data: '{"a":\n1}' },
      { id: '1.3', event: 'message', data: 'x' },
    ]);
    expect(frames.add('ta: y\n\n')).toEqual([{ id: '1.4', event: 'message', data: 'y' }]);
  });

  it('go on where they were after a pause before the first event', async () => {
    const begins: unknown[] = [];
    const server = createServer(({ headers }, response) => {
      begins.push(headers['last-event-id']);
      response.write('retry: 1000\n\nid: 7.1\n\n');
      response.write('data: an event without an id\n\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const place: Place = { current: undefined };
    for (let times = 0; times < 2; times += 1) {
      const pause = new AbortController();
      const { promise, resolve } = Promise.withResolvers<Frame>();
      void follow(address, pause.signal, resolve, () => undefined, place);
      expect(await promise).toMatchObject({ data: 'an event without an id' });
      pause.abort();
    }
    expect(begins).toEqual([undefined, '7.1']);
    server.closeAllConnections();
    server.close();
  });
});
