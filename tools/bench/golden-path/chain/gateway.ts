import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectNats } from '../../../connect-nats.ts';
import { TokenCheck } from '../../ingest/ceiling/token-check.ts';
import { answerParent } from '../../worker.ts';
import { intakeSubject } from './hop.ts';

export interface GatewaySettings {
  nats: string;
  jwksUrl: string;
}

answerParent(async ({ nats, jwksUrl }: GatewaySettings): Promise<number> => {
  const tokens = await TokenCheck.load(jwksUrl);
  const connection = await connectNats(nats);
  const accept = async (authorization: string | undefined, url: string, data: string): Promise<[number, string]> => {
    const clientId = tokens.clientOf(authorization);
    if (clientId === undefined) return [401, '{}'];
    const [, userId, eventName] = /^\/api\/1\/terminal\/([^/]+)\/events\/([^/]+)$/.exec(url) ?? [];
    if (userId === undefined) return [404, '{}'];
    const answer = await connection.request(intakeSubject, JSON.stringify({ clientId, userId, eventName, data }), {
      timeout: 10_000,
    });
    return [202, answer.string()];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void accept(request.headers.authorization, request.url ?? '', Buffer.concat(chunks).toString())
        .catch((error: unknown): [number, string] => [500, String(error)])
        .then(([status, text]) => {
          const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
          response.writeHead(status, headers).end(text);
        });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
});
