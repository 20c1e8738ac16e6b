import { eventually } from '@ces/testing/eventually';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebhookWorld } from '../../test/webhook-world.js';

const listen = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));`;

describe('a receiver that accepts no connections', () => {
  let world: WebhookWorld;
  let stopped: ChildProcess;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    world = await WebhookWorld.start();
    stopped = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    stopped.kill('SIGKILL');
    await world.stop();
  });

  it('fails after 5 s, although a delivery may take 15 s', async () => {
    if (!stopped.stdout) throw new Error('it has no output');
    const [line] = (await once(stopped.stdout, 'data')) as [Buffer];
    const port = Number(line.toString());
    // A stopped process accepts no connection: when its queue is full, the kernel drops further ones.
    stopped.kill('SIGSTOP');
    for (let i = 0; i < 10; i += 1) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
    await eventually(() => {
      expect(sockets.filter(({ connecting }) => !connecting).length).toBeGreaterThan(0);
    });
    const { id } = await world.register('/', { url: `http://127.0.0.1:${port}/` });
    await world.transactions(['c1']);
    const attempt = await eventually(async () => {
      const [first] = await world.attempts(id);
      if (!first) throw new Error('no attempt yet');
      return first;
    }, 20_000);
    expect(attempt).toMatchObject({ outcome: 'failed', error: 'connect-timeout', answer: null });
  });
});
