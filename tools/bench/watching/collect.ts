// Takes spans as a collector does, and throws them away.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../worker.ts';

export interface Collected {
  port: number;
  bytes: number;
}

let bytes = 0;
const server = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => (bytes += chunk.length));
  request.on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

answerParent<object, Collected>(() => Promise.resolve({ port, bytes }));
