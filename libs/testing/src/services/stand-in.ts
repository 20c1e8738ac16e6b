import type { Rpc } from '@ces/contracts/rpc';
import type { INestApplicationContext } from '@nestjs/common';
import { operatorOf } from '../servers/guarded-nats.js';

/** Replaces a service that does not run. If `answer` returns undefined, it sends no reply. The result ends it. */
export async function standIn<Request extends object, Reply>(
  app: INestApplicationContext,
  contract: Rpc<Request, Reply>,
  answer: (request: Request) => Reply | undefined | Promise<Reply>,
): Promise<() => void> {
  const nats = await operatorOf(app);
  const connection = await nats.connection();
  const subscription = connection.subscribe(nats.subject('rpc', contract.subject), {
    callback: (_error, message) => {
      void Promise.resolve(answer(message.json<Request>())).then((reply) => {
        if (reply !== undefined) message.respond(JSON.stringify(reply));
      });
    },
  });
  await connection.flush();
  return () => {
    subscription.unsubscribe();
  };
}
