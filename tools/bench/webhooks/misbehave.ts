// Bad receivers: one never answers, one sends byte by byte, one sends without end, one sends a zip bomb, one fails.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { answerParent } from '../worker.ts';

const dripMs = 1_000;

const deaf = createTcpServer((socket) => {
  socket.on('error', () => undefined);
});

const drip = createTcpServer((socket) => {
  socket.on('error', () => undefined);
  socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
  const timer = setInterval(() => socket.write('x'), dripMs);
  socket.on('close', () => {
    clearInterval(timer);
  });
});

const flood = createServer((_, response) => {
  const piece = Buffer.alloc(65_536);
  response.writeHead(200);
  const pour = (): void => {
    while (!response.destroyed && response.write(piece)) continue;
  };
  response.on('drain', pour);
  pour();
});

const packed = gzipSync(Buffer.alloc(50_000_000));
const bomb = createServer((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed));
const failing = createServer((_, response) => response.writeHead(500).end());

answerParent(async (): Promise<string[]> => Promise.all([deaf, drip, flood, bomb, failing].map(listen)));

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/bad`;
}
