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
  | 'read-ledger'
  | 'tour';

export interface Call {
  kind: 'call';
  op: Op;
  gateway: number;
  /** The id of the user; empty for tokens, and for a user who is not made yet. */
  user: string;
  /** The account at the provider (rows 3, 5, 6), or the number of the event. */
  subject: string;
  begun: number;
  ended: number;
  /** 0 if the connection was refused or cut, or if the caller stopped waiting. */
  status: number;
  id?: string;
  /** Accounts, ids of events or values of transactions in a list, newest first. */
  list?: string[];
  /** The whole answer to a step of a tour. */
  answer?: unknown;
  /** The text of an answer that is neither a success nor a 503 with Retry-After. */
  fault?: string;
}

/** A row in a database at the end. Rows are in their table's order. */
export interface Row {
  kind: 'row';
  table: 'log' | 'ledger' | 'slip' | 'connection';
  id: string;
  user: string;
  /** The event of a ledger entry or slip, the account of a connection, or the number of a logged event. */
  subject: string;
  /** The number of the event that a ledger entry rewards. */
  value?: number;
}

/** A request that the receiver of a webhook has answered. */
export interface Delivery {
  kind: 'delivery';
  webhook: string;
  batch: string;
  hash: string;
  at: number;
  /** `value` is the number of the event that a transaction rewards. */
  facts: { name: string; id: string; user: string; value?: number }[];
}

/** From the first moment of a fault until the cluster is whole again. */
export interface Strike {
  kind: 'strike';
  fault: string;
  at: number;
  until: number;
  /** An operator promotes a standby, so silence before this moment does not count. */
  excusedUntil?: number;
}

export type Entry = Call | Row | Delivery | Strike;

/** All that happened: in memory for the judge, in a file for people. */
export class History {
  readonly entries: Entry[] = [];
  private readonly file: number;
  private closed = false;

  constructor(path: string) {
    this.file = openSync(path, 'w');
  }

  /** Nothing is added after the end: the callers of a run that failed go on until the process ends. */
  add(entry: Entry): void {
    if (this.closed) return;
    this.entries.push(entry);
    writeSync(this.file, `${JSON.stringify(entry)}\n`);
  }

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
    this.closed = true;
    closeSync(this.file);
  }
}

export const isSuccess = ({ status }: Call): boolean => status >= 200 && status < 300;
