export type Class<T> = new () => T;

/**
 * Former names of fields in requests and answers, by path: `{ 'queue.next_attempt_at': 'next_attempt' }`. A path leads through
 * lists and pages to each of their items.
 */
export type FormerNames = Readonly<Record<string, string>>;

/** A contract of a call: caller and handler share its subject, request class and reply type, so they cannot disagree. */
export interface Rpc<Request extends object, Reply> {
  readonly subject: string;
  /** The gateway validates by this class, and the service again. With null the handler validates by itself (hot paths). */
  readonly request: Class<Request> | null;
  /** An administrative command. The service that answers records its sender in the transaction of the change. */
  readonly audited?: true;
  /** Fields that were renamed in this release. */
  readonly former?: FormerNames;
  /** Exists only as a type. */
  readonly reply?: Reply;
}

export interface FactContract<Payload extends object> {
  readonly subject: string;
  /** The JetStream stream that holds it: the first word of the subject. */
  readonly stream: string;
  readonly partitions: number;
  /** Exists only as a type. */
  readonly payload?: Payload;
}

/** A question or a command: `rpc('users.details', UserRef).returns<UserDetails>()`. */
export function rpc<Request extends object>(subject: string, request: Class<Request> | null) {
  return { returns: <Reply>(): Rpc<Request, Reply> => ({ subject, request }) };
}

export function audited<Request extends object, Reply>(contract: Rpc<Request, Reply>): Rpc<Request, Reply> {
  return { ...contract, audited: true };
}

/**
 * For one release a call carries these fields under both names, so that each version understands the other. Code knows only the
 * new names.
 */
export function renamed<Request extends object, Reply>(
  former: FormerNames,
  contract: Rpc<Request, Reply>,
): Rpc<Request, Reply> {
  return { ...contract, former };
}

/** A fact, published after it is committed. With `partitions`, facts of one key keep their order and keys spread over replicas. */
export function fact<Payload extends object>(subject: string, partitions = 1): FactContract<Payload> {
  const [stream = subject] = subject.split('.');
  return { subject, stream, partitions };
}

/** A caller waits for this long unless it says otherwise. */
export const patienceMs = 5_000;

/** A read over all rows of a service ends after this time, and its caller waits no longer. */
export const longReadMs = 30_000;
