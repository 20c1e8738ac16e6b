import { Problem } from '@ces/contracts/problems';
import type { Rpc } from '@ces/contracts/rpc';
import { Injectable } from '@nestjs/common';
import type { Msg } from 'nats';
import { Nats } from '../nats.js';
import { currentCall } from './call-context.js';
import { contextHeaders, readReply } from './wire.js';

/** A caller waits this long for an answer unless it says otherwise. */
const patienceMs = 5_000;

/** Calls another service. The answer has the contract's type; a refusal is the `Problem` that the service threw. */
@Injectable()
export class Bus {
  constructor(private readonly nats: Nats) {}

  async call<Request extends object, Reply>(
    contract: Rpc<Request, Reply>,
    payload: Request,
    options: { timeout?: number } = {},
  ): Promise<Reply> {
    const connection = this.nats.current;
    // nats.js would hold the request back until it has reconnected; the caller needs an answer now.
    if (!connection || !this.nats.connected) throw unavailable(contract.subject, 'NATS is not connected');
    const context = currentCall();
    const request = connection.request(this.nats.subject('rpc', contract.subject), JSON.stringify(payload), {
      timeout: options.timeout ?? patienceMs,
      headers: contextHeaders(context),
    });
    const reply = await this.unlessDisconnected(request).catch((error: unknown) => {
      throw unavailable(contract.subject, error);
    });
    return readReply(reply, context) as Reply;
  }

  /** Fails when the connection is lost. nats.js would let the request wait for its deadline. */
  private unlessDisconnected(request: Promise<Msg>): Promise<Msg> {
    return new Promise((resolve, reject) => {
      const forget = this.nats.onDisconnect(reject);
      void request.then(resolve, reject).finally(forget);
    });
  }
}

function unavailable(subject: string, cause: unknown): Problem {
  const [service = 'service'] = subject.split('.');
  const problem = new Problem('service-unavailable', `The ${service} service does not answer.`, { retry_after: 1 });
  problem.cause = cause;
  return problem;
}
