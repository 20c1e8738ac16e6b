import { Problem } from '@ces/contracts/problems';
import { patienceMs, type Rpc } from '@ces/contracts/rpc';
import { Injectable } from '@nestjs/common';
import { errors, type Msg } from 'nats';
import { Nats } from '../nats.js';
import { currentCall } from './call-context.js';
import { Circuit } from './circuit.js';
import { unanswered } from '../metrics/time-calls.js';
import { ofCalls } from '../tracing/describe-spans.js';
import { errorOf, Tracing } from '../tracing/tracing.js';
import { withFormerNames, withoutFormerNames } from './former-names.js';
import { contextHeaders, readReply } from './wire.js';

const openCircuit = 'its circuit is open';

/** Calls another service. The answer has the contract's type; a refusal is the `Problem` that the service threw. */
@Injectable()
export class Bus {
  private readonly circuits = new Map<string, Circuit>();

  constructor(
    private readonly nats: Nats,
    private readonly tracing: Tracing = new Tracing(),
  ) {}

  async call<Request extends object, Reply>(
    contract: Rpc<Request, Reply>,
    payload: Request,
    options: { timeout?: number } = {},
  ): Promise<Reply> {
    const connection = this.nats.current;
    // nats.js would hold the request back until it has reconnected, but the caller needs an answer now.
    if (!connection || !this.nats.connected) throw unavailable(contract, 'NATS is not connected');
    const circuit = this.circuitOf(contract.subject);
    if (!circuit.admit()) throw unavailable(contract, openCircuit);
    const context = currentCall();
    const span = this.tracing.follow('client', contract.subject, context?.traceparent);
    try {
      const body = JSON.stringify(withFormerNames(payload, contract.former));
      const request = connection.request(this.nats.subject('rpc', contract.subject), body, {
        timeout: options.timeout ?? patienceMs,
        headers: contextHeaders(context, span?.traceparent),
      });
      const reply = await this.unlessDisconnected(request).catch((error: unknown) => {
        if (isWithoutResponder(error)) circuit.missed();
        throw unavailable(contract, error);
      });
      circuit.answered();
      const answer = withoutFormerNames(readReply(reply, context), contract.former) as Reply;
      span?.end({ attributes: ofCalls });
      return answer;
    } catch (error) {
      span?.end({ attributes: ofCalls, error: errorOf(error) });
      throw error;
    }
  }

  /** The refusal of this command while its circuit is open, or undefined. */
  refusalOf(contract: { subject: string }): Problem | undefined {
    return this.circuitOf(contract.subject).open ? unavailable(contract, openCircuit) : undefined;
  }

  /** Each command has its own circuit: in a rolling deploy, a new command may have no replica that knows it yet. */
  private circuitOf(subject: string): Circuit {
    const known = this.circuits.get(subject) ?? new Circuit();
    this.circuits.set(subject, known);
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

function unavailable({ subject }: { subject: string }, cause: unknown): Problem {
  unanswered.inc({ call: subject });
  const detail = `The ${serviceOf(subject)} service does not answer.`;
  const problem = new Problem('service-unavailable', detail, { retry_after: 1 });
  problem.cause = cause;
  return problem;
}
