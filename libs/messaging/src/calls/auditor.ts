import type { EntityManager } from 'typeorm';

export interface AdministrativeCommand {
  subject: string;
  request: object;
  /** The audit entry that the gateway wrote before it passed the call on. Without it the call came from somewhere else. */
  noted: string | undefined;
}

/** Writes down commands of contracts that are `audited`. A service that answers such contracts provides one. */
export abstract class Auditor {
  /** In the transaction of the change: what cannot be written down is not done. */
  abstract record(tx: EntityManager, command: AdministrativeCommand): Promise<void>;
}
