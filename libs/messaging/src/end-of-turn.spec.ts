import { Socket } from 'node:net';
import { mock } from 'node:test';
import { Nats } from './nats.js';

describe('what is sent at the end of a turn of the event loop', () => {
  it('goes out with one write, in its order', async () => {
    const url = process.env['TEST_NATS_URL'] ?? '';
    const nats = new Nats({ url, namespace: 'together', replicas: 1, service: 'spec' });
    const connection = await nats.connection();
    const after = async (microtasks: number, word: string): Promise<void> => {
      for (let n = 0; n < microtasks; n += 1) await Promise.resolve();
      await nats.endOfTurn();
      connection.publish('together', word);
    };
    await connection.flush();
    const { mock: written } = mock.method(Socket.prototype, 'write');
    await Promise.all([after(0, 'one'), after(10, 'two'), after(30, 'three')]);
    await connection.flush();
    const texts = written.calls.map(({ arguments: [bytes] }) => Buffer.from(bytes).toString());
    written.restore();
    await nats.onApplicationShutdown();
    expect(texts.map((text) => text.match(/one|two|three/g)).filter((words) => words)).toEqual([
      ['one', 'two', 'three'],
    ]);
  });
});
