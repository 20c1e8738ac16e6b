import { Problem } from '@ces/contracts/problems';
import type { Rpc } from '@ces/contracts/rpc';
import { Injectable } from '@nestjs/common';
import { errors, type Msg } from 'nats';
import { Nats } from '../nats.js';
import { currentCall } from './call-context.js';
import { Circuit } from './circuit.js';
import { contextHeaders, readReply } from './wire.js';

/** A caller waits this long for an answer unless it says otherwise. */
const patienceMs = 5_000;

/** Calls another service. The answer has the contract's type; a refusal is the `Problem` that the service threw. */
@Injectable()
export class Bus {
  private readonly circuits = new Map<string, Circuit>();

  constructor(private readonly nats: Nats) {}

  async call<Request extends object, Reply>(
    contract: Rpc<Request, Reply>,
    payload: Request,
    options: { timeout?: number } = {},
  ): Promise<Reply> {
    const connection = this.nats.current;
    // nats.js would hold the request back until it has reconnected; the caller needs an answer now.
    const service = serviceOf(contract.subject);
    if (!connection || !this.nats.connected) throw unavailable(service, 'NATS is not connected');
    const circuit = this.circuitOf(service);
    if (!circuit.admit()) throw unavailable(service, 'its circuit is open');
    const context = currentCall();
    const request = connection.request(this.nats.subject('rpc', contract.subject), JSON.stringify(payload), {
      timeout: options.timeout ?? patienceMs,
      headers: contextHeaders(context),
    });
    const reply = await this.unlessDisconnected(request).catch((error: unknown) => {
      if (isWithoutResponder(error)) circuit.missed();
      throw unavailable(service, error);
    });
    circuit.answered();
    return readReply(reply, context) as Reply;
  }

  /** True while calls to this service are refused without being sent, because nobody has answered the last ones. */
  isAway(service: string): boolean {
    return this.circuitOf(service).open;
  }

  private circuitOf(service: string): Circuit {
    const known = this.circuits.get(service) ?? new Circuit();
    this.circuits.set(service, known);
    return known;
  }

  /** Fails when the connection is lost. nats.js would let the request wait for its deadline. */
  private unlessDisconnected(request: Promise<Msg>): Promise<Msg> {
    return new Promise((resolve, reject) => {
      const forget = this.nats.onDisconnect(reject);
      void request.then(resolve, reject).finally(forget);
    });
  }
}

function serviceOf(subject: string): string {
  return subject.slice(0, subject.indexOf('.'));
}

function isWithoutResponder(error: unknown): boolean {
  return error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());
}

/** The refusal of a call to a service that does not answer. */
export function unavailable(service: string, cause: unknown): Problem {
  const detail = `The ${service} service does not answer.`;
  const problem = new Problem('service-unavailable', detail, { retry_after: 1 });
  problem.cause = cause;
  return problem;
}
