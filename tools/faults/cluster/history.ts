import { closeSync, openSync, writeSync } from 'node:fs';

export type Op =
  | 'token'
  | 'make-user'
  | 'connect'
  | 'delete-user'
  | 'event'
  | 'read-owner'
  | 'read-connections'
  | 'read-events'
  | 'read-ledger';

/** One HTTP request with its end. */
export interface Call {
  kind: 'call';
  op: Op;
  gateway: number;
  /** The id of the user; of nobody for tokens, and for a user who is to be made. */
  user: string;
  /** The account at the provider (rows 3, 5, 6), or the number of the event. */
  subject: string;
  begun: number;
  ended: number;
  /** 0 when the connection was refused or cut, or when the caller waited no longer. */
  status: number;
  /** The id that the answer names: of the event or of the user. */
  id?: string;
  /** The accounts, the ids of events or the values of transactions that a list shows, newest first. */
  list?: string[];
  /** The text of an answer that is neither a success nor 503 with Retry-After. */
  fault?: string;
}

/** A row that stands in a database at the end, in its table's order. */
export interface Row {
  kind: 'row';
  table: 'log' | 'ledger' | 'slip' | 'connection';
  id: string;
  user: string;
  /** The event of a ledger entry or slip, the account of a connection, the number of a logged event. */
  subject: string;
  /** The number of the event that a ledger entry rewards. */
  value?: number;
}

/** One request that the receiver of a webhook got and answered. */
export interface Delivery {
  kind: 'delivery';
  webhook: string;
  /** The header webhook-id. */
  batch: string;
  hash: string;
  at: number;
  /** `value` is the number of the event that a transaction rewards. */
  facts: { name: string; id: string; user: string; value?: number }[];
}

/** A fault from its first moment until the cluster is whole again. */
export interface Strike {
  kind: 'strike';
  fault: string;
  at: number;
  until: number;
  /** Silence before this moment is the time of the operator, who promotes a standby. */
  excusedUntil?: number;
}

export type Entry = Call | Row | Delivery | Strike;

/** All that happened, in memory for the judge and in a file for people. */
export class History {
  readonly entries: Entry[] = [];
  private readonly file: number;

  constructor(path: string) {
    this.file = openSync(path, 'w');
  }

  add(entry: Entry): void {
    this.entries.push(entry);
    writeSync(this.file, `${JSON.stringify(entry)}\n`);
  }

  /** The calls of one kind that ended since a moment. */
  successesSince(op: Op, moment: number): number {
    let count = 0;
    for (let at = this.entries.length - 1; at >= 0; at -= 1) {
      const entry = this.entries[at];
      if (entry?.kind !== 'call') continue;
      if (entry.ended < moment) break;
      if (entry.op === op && isSuccess(entry)) count += 1;
    }
    return count;
  }

  close(): void {
    closeSync(this.file);
  }
}

export const isSuccess = ({ status }: Call): boolean => status >= 200 && status < 300;
