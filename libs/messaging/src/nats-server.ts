import { check } from '@ces/contracts/check';
import { deadLetters, type DeadLetterRef } from '@ces/contracts/dead-letters';
import { Problem } from '@ces/contracts/problems';
import type { FactContract } from '@ces/contracts/rpc';
import { Injectable, Logger, Optional } from '@nestjs/common';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import { Auditor } from './calls/auditor.js';
import { inCall, type CallContext } from './calls/call-context.js';
import { withFormerNames, withoutFormerNames } from './calls/former-names.js';
import { Consumer } from './facts/consume/consumer.js';
import { DeadLetters } from './facts/dead-letters.js';
import { Gatherer, type Fact } from './facts/consume/gatherer.js';
import { Once } from './facts/consume/once.js';
import { ReadNotes } from './calls/read-notes.js';
import type { HandleExtras } from './calls/handle.js';
import { Idempotency, type Command } from './calls/idempotency/idempotency.js';
import { InboxStore } from './storage/inbox.store.js';
import { invoke } from './calls/invoke.js';
import { timeCalls } from './metrics/time-calls.js';
import { Nats } from './nats.js';
import type { OnFactExtras } from './facts/on-fact.js';
import { FactRecords } from './facts/reconcile/fact-records.js';
import { isOutage } from './storage/outage.js';
import { consumerName, consumersOf } from './facts/streams.js';
import { Transactions } from './storage/transactions.js';
import { handledFacts, ofCalls } from './tracing/describe-spans.js';
import { Tracing } from './tracing/tracing.js';
import { auditEntryOf, contextOf, readOf, replyHeaders } from './calls/wire.js';

type Answer = (request: object, message: Msg) => Promise<unknown>;

/**
 * The transport of every service, over the process's one connection: it answers calls (core NATS, one queue group per
 * service) and handles facts (JetStream). `close` takes no more calls and facts, and waits for those under way.
 */
@Injectable()
export class NatsServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('ces-nats');
  protected override readonly logger = new Logger('NatsServer');
  private readonly subscriptions: Subscription[] = [];
  private readonly consumers: Consumer[] = [];
  private readonly inFlight = new Set<Promise<void>>();
  private listening = false;
  private closing = false;
  private refused = false;
  private callsTaken = 0;

  constructor(
    private readonly nats: Nats,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    private readonly inbox: InboxStore,
    private readonly letters: DeadLetters,
    private readonly reads: ReadNotes,
    private readonly records: FactRecords,
    private readonly tracing: Tracing,
    @Optional() private readonly auditor?: Auditor,
  ) {
    super();
  }

  /** True while it can answer calls. The state of its consumers is a metric and does not count here. */
  get ready(): boolean {
    return this.listening && !this.refused && this.nats.connected;
  }

  /** For specs: true when it also reads facts, as far as there are streams. */
  get settled(): boolean {
    return this.ready && this.consumers.every((consumer) => consumer.settled);
  }

  get calls(): number {
    return this.callsTaken;
  }

  listen(callback: () => void): void {
    // A service starts even while NATS is away; /readyz then says that it is not ready.
    void this.nats.connection().then(async (connection) => {
      this.attach(connection);
      await this.awaitSubscriptions(connection);
    });
    callback();
  }

  async close(): Promise<void> {
    this.closing = true;
    this.listening = false;
    await Promise.all([...this.subscriptions.map((s) => s.drain()), ...this.consumers.map((c) => c.stop())]);
    await Promise.all(this.inFlight);
  }

  on(): void {
    throw new Error('NatsServer has no events');
  }

  // The base class leaves the type to the caller.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
  unwrap<T>(): T {
    return this.nats.current as T;
  }

  private attach(connection: NatsConnection): void {
    const service = this.nats.settings.service;
    for (const handler of this.messageHandlers.values()) {
      if (handler.isEventHandler) this.consume(handler);
      else this.answer(connection, handler.extras as HandleExtras, (request) => invoke(handler, request));
    }
    const letters = deadLetters(service);
    this.answer(connection, { contract: letters.list }, (query) => this.letters.list(service, query));
    this.answer(connection, { contract: letters.get }, (ref) => this.letters.get((ref as DeadLetterRef).id, service));
    this.answer(connection, { contract: letters.replay }, (ref) =>
      this.letters.replay((ref as DeadLetterRef).id, (name, fact) => this.handleAgain(name, fact)),
    );
    this.answer(connection, { contract: letters.drop }, (ref) => this.letters.drop((ref as DeadLetterRef).id));
    for (const { contract, answer } of this.records.calls(this.factsRead()))
      this.answer(connection, { contract }, answer);
    for (const consumer of this.consumers) consumer.start();
  }

  /** A call that comes before NATS has heard of the subscriptions would find nobody. */
  private async awaitSubscriptions(connection: NatsConnection): Promise<void> {
    while (!this.listening && !this.closing) {
      this.listening = await connection.flush().then(
        () => !this.closing,
        () => false,
      );
      if (!this.listening) await sleep(100, undefined, { ref: false });
    }
  }

  private factsRead(): FactContract<object>[] {
    const handlers = [...this.messageHandlers.values()].filter((handler) => handler.isEventHandler);
    return handlers.map((handler) => (handler.extras as OnFactExtras).fact);
  }

  private answer(connection: NatsConnection, extras: HandleExtras, work: Answer): void {
    const subject = this.nats.subject('rpc', extras.contract.subject);
    const act = extras.contract.audited ? this.audited(extras.contract.subject, work) : work;
    const timed = timeCalls(extras.contract.subject);
    const callback = (error: Error | null, message: Msg): void => {
      if (error) {
        // NATS refuses the subscription, and `Nats` logs its subject.
        this.refused = true;
        return;
      }
      this.callsTaken += 1;
      const context = contextOf(message.headers);
      const span = this.tracing.follow('server', extras.contract.subject, context.traceparent);
      if (span) context.traceparent = span.traceparent;
      const begun = performance.now();
      const done = inCall(context, () => this.respond(message, context, extras, act)).then((end) => {
        timed(begun, end);
        span?.end({ attributes: ofCalls, error: end === 'failed' ? end : undefined });
      });
      this.inFlight.add(done);
      void done.finally(() => this.inFlight.delete(done));
    };
    this.subscriptions.push(connection.subscribe(subject, { queue: this.nats.settings.service, callback }));
  }

  /** Records the command in the transaction of the change. */
  private audited(subject: string, work: Answer): Answer {
    const { auditor } = this;
    if (!auditor) throw new Error(`${subject} is audited: the service must provide an Auditor`);
    return (request, message) =>
      this.transactions.run(async () => {
        const answer = await work(request, message);
        await auditor.record({ subject, request, noted: auditEntryOf(message.headers) });
        return answer;
      });
  }

  private async respond(
    message: Msg,
    context: CallContext,
    { contract, inTwo, line: given }: HandleExtras,
    work: Answer,
  ): Promise<'done' | 'refused' | 'failed'> {
    try {
      const body = withoutFormerNames(message.json<object>(), contract.former) as object;
      const request = contract.request ? await check(contract.request, body, 'ignore') : body;
      const line = typeof given === 'function' ? given(request as never) : given;
      const reply = await (inTwo
        ? this.idempotency.onceInTwo(
            context,
            contract.subject,
            async () => (await work(request, message)) as Command,
            line,
          )
        : this.idempotency.once(context, contract.subject, () => work(request, message), line));
      await this.noteRead(message, context, 200);
      await this.nats.endOfTurn();
      message.respond(JSON.stringify(withFormerNames(reply ?? null, contract.former)), {
        headers: replyHeaders(context, 'fine'),
      });
      return 'done';
    } catch (error) {
      const problem = this.problemOf(error, contract.subject);
      // A refused read shows no data, and the gateway counts refusals that no service has recorded.
      if (problem.status < 500) await this.noteRead(message, context, problem.status).catch(() => undefined);
      await this.nats.endOfTurn();
      message.respond(JSON.stringify(problem), { headers: replyHeaders(context, 'failed') });
      return problem.status < 500 ? 'refused' : 'failed';
    }
  }

  private async noteRead({ headers }: Msg, context: CallContext, status: number): Promise<void> {
    const read = readOf(headers);
    if (read) await this.reads.note(read, status, context);
  }

  private problemOf(error: unknown, subject: string): Problem {
    if (error instanceof Problem) return error;
    const service = this.nats.settings.service;
    if (isOutage(error)) {
      // Without the stack, because each call logs this line while the part is away.
      this.logger.warn(`${subject}: a dependency is down: ${error instanceof Error ? error.message : String(error)}`);
      return new Problem('service-unavailable', `The ${service} service cannot reach its database.`, {
        retry_after: 1,
      });
    }
    this.logger.error({ err: error }, `${subject} failed`);
    return new Problem('internal-error', 'The request could not be handled; the fault is logged under its request id.');
  }

  private consume(handler: MessageHandler): void {
    const { fact, together } = handler.extras as OnFactExtras;
    const name = consumerName(this.nats.settings.service, fact.subject);
    const spans = handledFacts(name);
    const once = this.onceBy(name, handler);
    const handleOnce = inFirstCall((facts) => once.handle(facts));
    const gatherer = new Gatherer(name, {
      together,
      remaining: (facts: Fact[]) => this.remaining(name, facts),
      handle: (facts: Fact[]) => this.tracing.inEach(spans, facts, handleOnce),
      bury: (fact: Fact, error: unknown, attempts: number) => this.letters.bury(name, fact, error, attempts),
    });
    for (const source of consumersOf(this.nats.settings.service, fact)) {
      this.consumers.push(new Consumer(this.nats, source, gatherer));
    }
  }

  private onceBy(consumer: string, handler: MessageHandler): Once {
    return new Once(consumer, handler, this.transactions, this.inbox);
  }

  private async remaining(consumer: string, facts: Fact[]): Promise<Fact[]> {
    const done = await this.inbox.handledBy(consumer, facts.map(messageId));
    return facts.filter((fact) => !done.has(fact.messageId));
  }

  private async handleAgain(consumer: string, fact: Fact): Promise<void> {
    const handler = [...this.messageHandlers.values()].find(
      (each) =>
        each.isEventHandler &&
        consumerName(this.nats.settings.service, (each.extras as OnFactExtras).fact.subject) === consumer,
    );
    if (!handler) throw new Problem('dead-letter-not-found', 'The service no longer handles facts of this kind.');
    await this.onceBy(consumer, handler).handleCarefully([fact]);
  }
}

const messageId = (fact: Fact): string => fact.messageId;

/** The first fact of a set has caused what its handler causes without naming a fact. */
const inFirstCall =
  (work: (facts: Fact[]) => Promise<void>) =>
  (facts: Fact[]): Promise<void> =>
    facts[0] ? inCall(facts[0].call, () => work(facts)) : work(facts);
