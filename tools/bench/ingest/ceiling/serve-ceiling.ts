// The ceiling: what this machine could take in if the product were a single process. Token check, validation, batches,
// rows and PostgreSQL are the same; Nest, a second process, NATS and the outbox are missing.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importBuilt } from '../../built.ts';
import { answerParent } from '../../worker.ts';
import { CeilingIntake, type CeilingEvent } from './ceiling-intake.ts';
import { TokenCheck } from './token-check.ts';

export interface CeilingSettings {
  database: string;
  jwksUrl: string;
  definition: string;
  definitionId: string;
  users: string[];
}

type CompileDefinition = typeof import('../../../../apps/events/src/definitions/schema/compile/compile-definition.js');
type Numbers = typeof import('../../../../apps/events/src/definitions/schema/numbers.js');

answerParent(serve);

async function serve({ database, jwksUrl, definition, definitionId, users }: CeilingSettings): Promise<number> {
  const { compileDefinition } = await importBuilt<CompileDefinition>(
    'apps/events/src/definitions/schema/compile/compile-definition.js',
  );
  const { parseExact } = await importBuilt<Numbers>('apps/events/src/definitions/schema/numbers.js');
  const schema = await compileDefinition(definition, definitionId);
  const known = new Set(users);
  const tokens = await TokenCheck.load(jwksUrl);
  const intake = await CeilingIntake.open(database);

  const accept = async (request: IncomingMessage, body: string): Promise<[status: number, answer: object]> => {
    const clientId = tokens.clientOf(request.headers.authorization);
    if (clientId === undefined) return [401, {}];
    const [, userId = '', eventName = ''] =
      /^\/api\/1\/terminal\/([^/]+)\/events\/([^/]+)$/.exec(request.url ?? '') ?? [];
    if (!known.has(userId)) return [404, {}];
    if (schema.validate(parseExact(body)).length > 0) return [422, {}];
    const event: CeilingEvent = {
      clientId,
      userId,
      eventName,
      data: body,
      key: String(request.headers['idempotency-key']),
    };
    return [202, await intake.accept(event)];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      accept(request, Buffer.concat(chunks).toString()).then(
        ([status, answer]) => {
          send(response, status, answer);
        },
        (error: unknown) => {
          send(response, 500, { error: String(error) });
        },
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function send(response: ServerResponse, status: number, answer: object): void {
  const text = JSON.stringify(answer);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
