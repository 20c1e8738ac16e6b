import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { Canary } from '../canary.ts';
import { residentMb } from '../gateway-process.ts';
import { describe, demand } from '../send.ts';
import { RECEIVERS } from '../settings.ts';
import type { Tally } from '../tally.ts';
import { eventually, type World } from '../world.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const BOMB = gzipSync(Buffer.alloc(50_000_000));

const hostile: Record<string, (socket: Socket) => void> = {
  'never answers': () => undefined,
  'answers one header byte at a time': (socket) => {
    trickle(socket, OK, 'X-Slow: yes and slower\r\n'.repeat(1_000), 50);
  },
  'sends a body without end': (socket) => {
    flood(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n`, `1000\r\n${'x'.repeat(4_096)}\r\n`);
  },
  'sends a body slowly': (socket) => {
    trickle(socket, `${OK}Content-Length: 100000\r\n\r\n`, 'x'.repeat(1_000), 100);
  },
  'sends headers without end': (socket) => {
    flood(socket, OK, `X-More: ${'x'.repeat(4_000)}\r\n`);
  },
  'sends interim answers without end': (socket) => {
    flood(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n');
  },
  'promises more than it sends': (socket) => socket.end(`${OK}Content-Length: 1000\r\n\r\nshort`),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'resets the connection within its headers': (socket) => {
    socket.write(OK, () => socket.resetAndDestroy());
  },
  'ends without an answer': (socket) => socket.end(),
  'speaks another protocol': (socket) => socket.end('220 mail.attack.example ESMTP\r\n'),
  'redirects to itself for ever': (socket) =>
    socket.end('HTTP/1.1 307 Again\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
  'answers with a bomb': (socket) => {
    socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`);
    socket.write(BOMB);
  },
  'wants another protocol': (socket) =>
    socket.write('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  'asks for a pause of years': (socket) =>
    socket.end('HTTP/1.1 503 Later\r\nRetry-After: 999999999999\r\nContent-Length: 0\r\n\r\n'),
};

/** Bad receivers beside good ones of the same client and of another client: the good ones must get everything soon. */
export async function receivers(world: World, tally: Tally): Promise<void> {
  const bad = await world.newClient();
  const token = await world.clientToken(bad);
  const canaries = new Map<string, Canary>();
  const pid = world.stack.part('webhooks').pid() ?? 0;
  const before = residentMb(pid);
  try {
    for (const [what, act] of Object.entries(hostile)) {
      const canary = await Canary.tcp(RECEIVERS, (socket) =>
        socket.once('data', () => {
          act(socket);
        }),
      );
      canaries.set(what, canary);
      await register(world, token, canary.url);
    }
    const neighbour = await goodReceiver(world, token);
    const stranger = await goodReceiver(world, await world.clientToken(await world.newClient()));
    await checkFlow({ world, tally, canaries, good: { neighbour, stranger } });
    tally.check(
      'the service stays the same process',
      world.stack.part('webhooks').pid() === pid,
      'it was started again',
    );
    const grown = residentMb(pid) - before;
    tally.check('its memory stays bounded', grown < 200, `${grown.toFixed(0)} MB more`);
    neighbour.canary.stop();
    stranger.canary.stop();
  } finally {
    for (const canary of canaries.values()) canary.stop();
    await removeAll(world, token);
  }
}

interface Good {
  canary: Canary;
  got: string[];
}

interface Flow {
  world: World;
  tally: Tally;
  canaries: Map<string, Canary>;
  good: Record<string, Good>;
}

async function checkFlow({ world, tally, canaries, good }: Flow): Promise<void> {
  const rounds = world.count(10, 3);
  const users: string[] = [];
  for (let i = 0; i < rounds; i += 1) {
    users.push(await world.newUser());
    await sleep(300);
  }
  for (const [who, { got }] of Object.entries(good)) {
    const all = (): boolean => users.every((user) => got.some((body) => body.includes(user)));
    const arrived = await eventually(who, () => Promise.resolve(all() ? true : undefined), 15_000).catch(() => false);
    tally.check(`the good receiver (${who}) gets every event`, arrived, `${got.length} requests`);
  }
  for (const [what, { connections }] of canaries) {
    tally.check(
      `a receiver that ${what} is tried, and left alone`,
      connections > 0 && connections <= rounds + 2,
      `${connections} connections`,
    );
  }
}

async function goodReceiver(world: World, token: string): Promise<Good> {
  const got: string[] = [];
  const canary = await Canary.http(RECEIVERS, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      got.push(body);
      response.end();
    });
  });
  await register(world, token, canary.url);
  return { canary, got };
}

async function register(world: World, token: string, url: string): Promise<void> {
  const body = { events: ['connection-created'], url };
  demand(await world.send({ method: 'POST', path: '/api/1/terminal/webhooks', token, body }), 201);
}

async function removeAll(world: World, token: string): Promise<void> {
  const list = await world.send({ path: '/api/1/terminal/webhooks', token });
  if (list.status !== 200) throw new Error(describe(list));
  for (const { id } of JSON.parse(list.text) as { id: string }[]) {
    await world.send({ method: 'DELETE', path: `/api/1/terminal/webhooks/${id}`, token });
  }
}

function trickle(socket: Socket, head: string, rest: string, everyMs: number): void {
  socket.write(head);
  let at = 0;
  const timer = setInterval(() => socket.write(rest.charAt(at++ % rest.length)), everyMs);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

/**
 * Writes as fast as the other side reads, at most 64 MB. It pauses between pieces, because good receivers of the same
 * process must answer meanwhile.
 */
function flood(socket: Socket, head: string, piece: string): void {
  let left = 64_000_000;
  const write = (): void => {
    for (let pieces = 0; pieces < 100; pieces += 1) {
      left -= piece.length;
      if (socket.destroyed || left < 0) return;
      if (!socket.write(piece)) {
        socket.once('drain', write);
        return;
      }
    }
    setImmediate(write);
  };
  socket.write(head);
  write();
}
