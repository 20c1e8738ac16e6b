import { Problem } from '@ces/contracts/problems';
import type { Rpc } from '@ces/contracts/rpc';
import type { Nats } from '@ces/messaging/nats';
import { headers } from '@nats-io/transport-node';

/** Answers a contract in place of the service that owns it, where that service is not what is tested. */
export async function answerCall<Request extends object, Reply>(
  nats: Nats,
  contract: Rpc<Request, Reply>,
  work: (request: Request) => Reply,
): Promise<void> {
  const connection = await nats.connection();
  connection.subscribe(nats.subject('rpc', contract.subject), {
    callback: (_, message) => {
      const failed = headers();
      failed.set('Ces-Problem', '1');
      try {
        message.respond(JSON.stringify(work(message.json<Request>())));
      } catch (error) {
        message.respond(JSON.stringify(error instanceof Problem ? error : { code: 'internal-error', detail: '' }), {
          headers: failed,
        });
      }
    },
  });
  await connection.flush();
}
