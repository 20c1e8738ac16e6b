import { receive, type ReceiverOptions } from '../webhooks/receive.ts';
import type { HeadersLike } from '../webhooks/verify.ts';

/** The parts of Fastify that are used. */
interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  /** Its overloads fit no signature that could stand here. */
  addContentTypeParser: (...given: never[]) => unknown;
  post(path: string, handler: (request: RequestLike, reply: ReplyLike) => Promise<unknown>): unknown;
}
type Parsed = (error: null, body: unknown) => void;
type Parser = (request: unknown, body: unknown, parsed: Parsed) => void;
type AddParser = (type: string, options: { parseAs: 'buffer' }, parser: Parser) => unknown;
interface RequestLike {
  headers: HeadersLike;
  body: unknown;
}
interface ReplyLike {
  code(status: number): { send(): unknown };
}

/** A plugin with one route: `app.register(fastifyReceiver('/hooks', { secrets }))`. Its parser concerns no other route. */
export function fastifyReceiver(path: string, options: ReceiverOptions) {
  return (fastify: FastifyLike, _options: unknown, done: () => void): void => {
    fastify.removeAllContentTypeParsers();
    const addParser = (fastify.addContentTypeParser as AddParser).bind(fastify);
    addParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    fastify.post(path, async (request, reply) => {
      const raw = request.body instanceof Uint8Array ? request.body : '';
      return reply.code(await receive(raw, request.headers, options)).send();
    });
    done();
  };
}
