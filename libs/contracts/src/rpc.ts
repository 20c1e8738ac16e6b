/** Contracts between services: one object carries subject, request class and reply type, so that the two ends cannot disagree. */
export type Class<T> = new () => T;

export interface Rpc<Request extends object, Reply> {
  readonly subject: string;
  /** Checked by the gateway and again by the service; null: the handler checks by itself (hot paths). */
  readonly request: Class<Request> | null;
  /** An administrative command: the service that answers writes down who gave it, in the transaction of the change. */
  readonly audited?: true;
  /** Only a type, never a value. */
  readonly reply?: Reply;
}

export interface Event<Payload extends object> {
  readonly subject: string;
  /** The service that publishes it: the first word of the subject. One JetStream stream per service. */
  readonly service: string;
  readonly partitions: number;
  /** Only a type, never a value. */
  readonly payload?: Payload;
}

/** A question or a command: `rpc('users.details', UserRef).returns<UserDetails>()`. */
export function rpc<Request extends object>(subject: string, request: Class<Request> | null) {
  return { returns: <Reply>(): Rpc<Request, Reply> => ({ subject, request }) };
}

/** Marks an administrative command: `audited(rpc('clients.create', NewClient).returns<Client>())`. */
export function audited<Request extends object, Reply>(contract: Rpc<Request, Reply>): Rpc<Request, Reply> {
  return { ...contract, audited: true };
}

/** A fact, told after it is committed. With `partitions`, facts of one key keep their order and keys spread over replicas. */
export function event<Payload extends object>(subject: string, partitions = 1): Event<Payload> {
  const [service = subject] = subject.split('.');
  return { subject, service, partitions };
}
