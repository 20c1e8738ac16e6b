export interface AdministrativeCommand {
  subject: string;
  request: object;
  /** The audit entry that the gateway wrote before it passed the call on; undefined for a call from elsewhere. */
  noted: string | undefined;
}

/** Records the commands of `audited` contracts. Each service that answers such a contract provides one. */
export abstract class Auditor {
  /** Writes in the open transaction of the change: a command that cannot be recorded is not carried out. */
  abstract record(command: AdministrativeCommand): Promise<void>;
}
