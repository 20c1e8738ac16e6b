/** Knows the clients for which an operator may act. */
export abstract class ClientsActedFor {
  /** Throws a problem when there is no such client. */
  abstract demand(id: string): Promise<void>;
}
