import { receive, type ReceiverOptions } from '../webhooks/receive.ts';

/** A handler for all that speaks fetch: Deno, Bun, workers, Next.js, Hono, Remix. */
export function fetchReceiver(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const status = await receive(await request.arrayBuffer(), request.headers, options);
    return new Response(null, { status });
  };
}
