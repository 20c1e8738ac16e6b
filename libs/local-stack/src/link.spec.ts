import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@ces/testing/eventually';
import { Link } from './link.ts';

describe('a link', () => {
  let server: Server;
  let link: Link;
  let served: Socket[];

  beforeEach(async () => {
    served = [];
    server = createServer((socket) => {
      served.push(socket);
      socket.on('error', () => undefined);
      socket.pipe(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    link = await Link.to((server.address() as AddressInfo).port);
  });

  afterEach(() => {
    link.close();
    server.close();
    for (const socket of served) socket.destroy();
  });

  const dial = async () => {
    const socket = connect(link.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const heard = { text: '', closed: false };
    socket.on('data', (chunk: Buffer) => (heard.text += chunk.toString()));
    socket.on('close', () => (heard.closed = true));
    return { socket, heard };
  };
  const hears = (heard: { text: string }, text: string) =>
    eventually(() => {
      expect(heard.text).toBe(text);
    });

  it('carries bytes; cut it carries none, and healed those that were held', async () => {
    const { socket, heard } = await dial();
    socket.write('a');
    await hears(heard, 'a');
    link.cut();
    socket.write('b');
    await sleep(200);
    expect(heard).toEqual({ text: 'a', closed: false });
    link.heal();
    await hears(heard, 'ab');
  });

  it('cut takes new connections and leaves them without an answer', async () => {
    link.cut();
    const { socket, heard } = await dial();
    socket.write('a');
    await sleep(200);
    expect([heard.text, served.length]).toEqual(['', 0]);
    link.heal();
    await hears(heard, 'a');
  });

  it('tells of the end of a connection at once, or when it heals', async () => {
    const first = await dial();
    first.socket.write('a');
    await hears(first.heard, 'a');
    served[0]?.destroy();
    await eventually(() => {
      expect(first.heard.closed).toBe(true);
    });
    const second = await dial();
    second.socket.write('b');
    await hears(second.heard, 'b');
    link.cut();
    served[1]?.destroy();
    await sleep(200);
    expect(second.heard.closed).toBe(false);
    link.heal();
    await eventually(() => {
      expect(second.heard.closed).toBe(true);
    });
  });
});
