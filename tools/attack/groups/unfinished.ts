import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newAddress } from '../browser.ts';
import { withGateway, type GatewayProcess } from '../gateway-process.ts';
import { send } from '../send.ts';
import { settings } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { World } from '../world.ts';

const BODY_SECONDS = 2;
const CONNECTIONS = 40;
const DESCRIPTORS = 256;
/** A slow upload is noticed within two times BODY_SECONDS. */
const SLOW_MS = (2 * BODY_SECONDS + 8) * 1_000;
const WITHOUT_TOKEN = 'a body without a token';

/** Requests that never end, and too many connections: the gateway must end them, and serve other callers. */
export async function unfinished(world: World, tally: Tally): Promise<void> {
  const few = { [settings.bodySeconds]: String(BODY_SECONDS), [settings.connectionsPerAddress]: '0' };
  const narrow = { [settings.connectionsPerAddress]: String(CONNECTIONS) };
  const poor = ['prlimit', `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`];
  const off = { [settings.connectionsPerAddress]: '0' };
  await Promise.all([
    withGateway(world, few, async (gateway) => {
      await Promise.all([tryUnfinished(world, tally, gateway), trySlowUploads(world, tally, gateway)]);
    }),
    withGateway(world, narrow, (gateway) => tryFlood(tally, gateway)),
    withGateway(world, off, (gateway) => tryDescriptors(tally, gateway), poor),
  ]);
}

async function tryUnfinished(world: World, tally: Tally, gateway: GatewayProcess): Promise<void> {
  const token = await world.clientToken(world.file.admin);
  const head = (request: string, type: string, length: number): string =>
    `${request} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const chunked = head('POST /api/1/user/credentials/available', 'application/json', 0);
  const openings: Record<string, string> = {
    'JSON of a DTO': `${head('POST /api/1/user/credentials/available', 'application/json', 100)}{"user`,
    'JSON without a first byte': head('POST /api/1/user/credentials/available', 'application/json', 100),
    'JSON of an event': `${head(`POST /api/1/terminal/${'A'.repeat(25)}/events/any`, 'application/json', 100)}{`,
    'JSON of a definition': `${head('PUT /api/1/terminal/events/any', 'application/json', 1_000)}{`,
    'JSON in chunks': `${chunked.replace('Content-Length: 0', 'Transfer-Encoding: chunked')}5\r\n{"use\r\n`,
    'a form of OAuth': `${head('POST /oauth2/token', 'application/x-www-form-urlencoded', 100)}grant`,
    [WITHOUT_TOKEN]: `POST /api/1/user/activator/uniquelink HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    'a body of a GET': `${head('GET /api/1/user/optins', 'application/json', 100)}{`,
  };
  const each = world.count(25, 4);
  const kinds = Object.entries(openings).flatMap(([kind, bytes]) =>
    Array.from({ length: each }, () => ({ kind, bytes })),
  );
  const from = newAddress();
  const ends = kinds.map(async ({ kind, bytes }) => ({ kind, end: await open(gateway.port, from, bytes) }));
  const meanwhile = await gateway.send({ path: '/livez' });
  tally.check('others are served meanwhile', meanwhile.status === 200, `${meanwhile.status}`);
  for (const { kind, end } of await Promise.all(ends)) {
    // Without a token, 401 may come first.
    const expected = kind === WITHOUT_TOKEN ? /^HTTP\/1\.1 (408|401)/ : /^HTTP\/1\.1 408/;
    const answered = expected.test(end.text) && end.closed;
    tally.check(
      `an unfinished request: ${kind}`,
      answered,
      `${end.text.slice(0, 60)}, ${end.closed ? 'closed' : 'open'} after ${end.ms} ms`,
    );
  }
  if (!world.short) await trySlowHeaders(tally, gateway, from);
}

/** An upload has much time, but it must bring 1 KiB a second. */
async function trySlowUploads(world: World, tally: Tally, gateway: GatewayProcess): Promise<void> {
  const token = await world.clientToken(world.file.admin);
  const from = newAddress();
  const begin = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
    'Content-Length: 10000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const slow = ['/api/1/external-segmentation/external-segment', '/api/1/admin/cards'].flatMap((path) =>
    Array.from({ length: world.count(25, 4) }, async () => ({
      path,
      end: await open(gateway.port, from, begin(path), SLOW_MS, `${'1'.repeat(99)}\n`),
    })),
  );
  for (const { path, end } of await Promise.all(slow)) {
    const refused = end.text.startsWith('HTTP/1.1 408') && end.text.includes('1024 bytes a second') && end.closed;
    const told = `${end.text.slice(0, 60)}, ${end.closed ? 'closed' : 'open'} after ${end.ms} ms`;
    tally.check(`an upload of 500 bytes a second to ${path}`, refused, told);
  }
}

/** Node closes a connection that has not sent all headers within a minute. */
async function trySlowHeaders(tally: Tally, gateway: GatewayProcess, from: string): Promise<void> {
  const ends = Array.from({ length: 50 }, () =>
    open(gateway.port, from, 'GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow', 95_000),
  );
  for (const end of await Promise.all(ends)) {
    tally.check('unfinished headers', end.closed, `open after ${end.ms} ms`);
  }
}

/** The limit of connections holds for each address by itself. */
async function tryFlood(tally: Tally, gateway: GatewayProcess): Promise<void> {
  const [flooder, other] = [newAddress(), newAddress()];
  const sockets = await flood(gateway.port, flooder, CONNECTIONS * 2);
  await sleep(500);
  const left = sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  tally.check(`${CONNECTIONS * 2} connections of one address`, left <= CONNECTIONS, `${left} are open`);
  const meanwhile = await send(gateway.port, { path: '/livez', from: other });
  tally.check('another address is served meanwhile', meanwhile.status === 200, `${meanwhile.status} ${meanwhile.text}`);
  for (const socket of sockets) socket.destroy();
  await sleep(500);
  const again = await send(gateway.port, { path: '/livez', from: flooder });
  tally.check(
    'the address is served when its connections are closed',
    again.status === 200,
    `${again.status} ${again.text}`,
  );
}

/** More connections than descriptors: the process must live, and serve after the flood. */
async function tryDescriptors(tally: Tally, gateway: GatewayProcess): Promise<void> {
  for (let round = 1; round <= 3; round += 1) {
    const sockets = await flood(gateway.port, newAddress(), DESCRIPTORS * 2);
    await sleep(500);
    for (const socket of sockets) socket.destroy();
    let status = 0;
    for (let i = 0; i < 50 && status !== 200; i += 1) {
      await sleep(100);
      ({ status } = await gateway.send({ path: '/readyz', timeoutMs: 1_000, from: newAddress() }));
    }
    tally.check(`after flood ${round} on a gateway with ${DESCRIPTORS} descriptors`, status === 200, `${status}`);
  }
}

interface End {
  text: string;
  closed: boolean;
  ms: number;
}

/** Sends `more` five times a second, and waits until the server has ended the connection. */
function open(
  port: number,
  localAddress: string,
  bytes: string,
  waitMs = (BODY_SECONDS + 5) * 1_000,
  more = '',
): Promise<End> {
  const begun = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const done = (closed: boolean): void => {
      clearTimeout(timer);
      clearInterval(pump);
      socket.destroy();
      resolve({ text, closed, ms: Math.round(performance.now() - begun) });
    };
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes));
    const pump = setInterval(() => {
      if (more !== '' && !text) socket.write(more);
    }, 200);
    const timer = setTimeout(() => {
      done(false);
    }, waitMs);
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined); // followed by close
    socket.on('close', () => {
      done(true);
    });
  });
}

async function flood(port: number, localAddress: string, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined); // refused connections are what the flood wants
    return socket.resume();
  });
  await Promise.all(
    sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close'), sleep(2_000)])),
  );
  for (const socket of sockets) if (!socket.destroyed) socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n');
  return sockets;
}
