export interface AdministrativeCommand {
  subject: string;
  request: object;
  /** The audit entry that the gateway wrote before it passed the call on; undefined for a call from elsewhere. */
  noted: string | undefined;
}

/** Writes down commands of contracts that are `audited`. A service that answers these contracts provides one. */
export abstract class Auditor {
  /** Writes in the open transaction of the change: a command that cannot be written down is not carried out. */
  abstract record(command: AdministrativeCommand): Promise<void>;
}
