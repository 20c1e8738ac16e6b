/** Knows the clients for which an operator may act. */
export abstract class ClientsActedFor {
  /** Throws a problem when there is no such client. */
  abstract demand(id: string): Promise<void>;

  /** Throws a problem when the client is public: it has no secret, so nothing can be signed for it. */
  abstract demandSecret(id: string): Promise<void>;
}
