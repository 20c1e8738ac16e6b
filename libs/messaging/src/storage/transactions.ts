import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { GatheredReads } from './gathered-reads.js';
import { inStatements, type LastWrite, type Write } from './late-writes.js';
import { asParts, type Statement } from './parts.js';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';

interface OpenTransaction {
  tx: EntityManager;
  over: boolean;
  locks: GatheredReads;
  reads: GatheredReads;
  demands: Statement[];
  late: Write[];
  last: LastWrite[];
  end: Ending | undefined;
  /** Its caller does the work again, in another way, if it fails. */
  isAttempt: boolean;
  afterCommit: (() => void)[];
  afterEnd: (() => void)[];
}

interface Ending extends Statement {
  act: (rows: never[]) => void;
}

/** Keeps a former holder of a lease from working. Both methods ask in the open transaction. */
export interface Fence {
  readonly lease: { name: string; holder: string; fence: string };
  /** Asked as the last step of a transaction. */
  mayCommit(): Promise<boolean>;
  isOurs(): Promise<boolean>;
}

const transactions = new AsyncLocalStorage<OpenTransaction>();
const fences = new AsyncLocalStorage<Fence>();

/** Runs work in a transaction. Work inside work joins the open transaction, and stores find it as `current`. */
@Injectable()
export class Transactions {
  constructor(private readonly database: DataSource) {}

  /** The open transaction; without one, the database, where each statement commits by itself. */
  get current(): EntityManager {
    const open = transactions.getStore();
    if (open?.over) throw new Error('work that outlives its transaction must not write in it');
    return open?.tx ?? this.database.manager;
  }

  /** For writing that must not commit by itself. */
  get open(): EntityManager {
    if (!transactions.getStore()) throw new Error('this must be written in a transaction');
    return this.current;
  }

  of<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.current.getRepository(entity);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const open = transactions.getStore();
    return open && !open.over ? work() : commit(work, this.database.manager);
  }

  /** Runs work in a transaction of its own. If it fails for whatever reason, the caller does it again in another way. */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return commit(work, this.database.manager, 'attempt');
  }

  get isAttempt(): boolean {
    return transactions.getStore()?.isAttempt ?? false;
  }

  /** Takes back what the work wrote unless the result is kept. What was to be done after the commit is forgotten with it. */
  tentatively<T>(work: () => Promise<T>, isKept: (result: T) => boolean): Promise<T> {
    return this.run(async () => {
      const open = this.openOne();
      const { afterCommit: acts, demands, late, last, end } = open;
      const lists = [acts, demands, late, last].map((list) => ({ list, length: list.length }));
      await this.open.query('SAVEPOINT tentative');
      const result = await work();
      if (isKept(result)) {
        await this.open.query('RELEASE SAVEPOINT tentative');
        return result;
      }
      await this.open.query('ROLLBACK TO SAVEPOINT tentative');
      for (const { list, length } of lists) list.length = length;
      open.end = end;
      return result;
    });
  }

  /** Commits by itself, before the open transaction and independently of it. */
  apart<T>(work: () => Promise<T>): Promise<T> {
    return commit(work, this.database.manager);
  }

  /**
   * Reads that begin in the same moment of a transaction are one statement. Columns are texts, booleans or small numbers,
   * because the rows of several reads travel as JSON.
   */
  read<Row extends Record<string, string | number | boolean | null>>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const open = transactions.getStore();
    if (!open || open.over) return this.current.query(text, values);
    if (open.locks.isGathering) throw new Error('a read must not begin in the same moment as a lock');
    return open.reads.add(text, values);
  }

  /**
   * Takes locks until the open transaction ends. Those that begin in the same moment are one statement, which goes out with
   * the next one. What they protect is read by a later statement: the one that waits sees nothing that is committed meanwhile.
   */
  async lock(text: string, values: unknown[]): Promise<void> {
    const { locks, reads } = this.openOne();
    if (reads.isGathering) throw new Error('a lock must not begin in the same moment as a read');
    await locks.add(text, values);
  }

  /**
   * Makes the open transaction fail at its end, with the code of a division by zero, unless the condition is true then. It
   * goes out with the last writes.
   */
  demand(condition: string, values: unknown[]): void {
    this.openOne().demands.push({ text: condition, values });
  }

  /**
   * Writes at the end of the open transaction, with its other late writes in one statement for all tables. For rows that
   * nothing in the transaction reads or changes. Late writes with the same text keep their order.
   */
  late(text: string, values: unknown[]): Promise<void> {
    this.openOne().late.push({ text, values });
    return Promise.resolve();
  }

  /** Like `late`, in the same statement, but after the late writes. The text has the condition `afterLate`. */
  last(write: LastWrite): Promise<void> {
    this.openOne().last.push(write);
    return Promise.resolve();
  }

  /**
   * Ends the open transaction with this statement, which begins with WITH and contains the other late writes. `act` gets its
   * rows after the commit.
   */
  end({ text, values }: Statement, act: (rows: never[]) => void): void {
    const open = this.openOne();
    if (open.end) throw new Error('a transaction ends once');
    open.end = { text, values, act };
  }

  /** Starts work that outlives the open transaction and belongs to no transaction and no lease. */
  outside<T>(work: () => T): T {
    return transactions.exit(() => fences.exit(work));
  }

  private openOne(): OpenTransaction {
    const open = transactions.getStore();
    if (!open || open.over) throw new Error('this must be written in a transaction');
    return open;
  }
}

/** Sends fewer messages. Sessions of a service's pool have one, those behind a pooler do not. */
interface Conversation {
  /** Sends the statement with the next one, which fails if this one does. */
  sayAhead(statement: Statement): void;
  /** Commits with the next statement of this text, if it succeeds. */
  commitWith(text: string): void;
}

async function conversationOf(tx: EntityManager): Promise<Conversation | undefined> {
  const session = (await tx.queryRunner?.connect()) as { conversation?: Conversation } | undefined;
  return session?.conversation;
}

/** For statements without an answer. */
async function sayAhead(tx: EntityManager, statement: Statement): Promise<never[]> {
  const conversation = await conversationOf(tx);
  if (conversation) conversation.sayAhead(statement);
  else await tx.query(statement.text, statement.values);
  return [];
}

function inOne(demands: readonly Statement[]): Statement {
  const { texts, values } = asParts(demands);
  return { text: `SELECT 1 / (${texts.map((text) => `(${text})`).join(' AND ')})::integer`, values };
}

/** Writes what is left for the end. Without a fence, nothing comes between the last write and the commit. */
async function finish(
  { tx, demands, late, last, end, afterCommit }: OpenTransaction,
  fence: Fence | undefined,
): Promise<void> {
  if (demands.length > 0) await sayAhead(tx, inOne(demands));
  const statements = inStatements(late, last, end);
  const conversation = fence ? undefined : await conversationOf(tx);
  for (const [index, { text, values, tell }] of statements.entries()) {
    const isLast = index === statements.length - 1;
    if (isLast) conversation?.commitWith(text);
    const rows = await tx.query<Record<string, never>[]>(text, values);
    const [row] = rows;
    if (tell && row)
      afterCommit.push(() => {
        tell(row);
      });
    if (isLast && end)
      afterCommit.unshift(() => {
        end.act(rows as never[]);
      });
  }
  if (fence && !(await fence.mayCommit())) throw new Error('another replica has taken the lease of this work');
}

async function commit<T>(work: () => Promise<T>, session: EntityManager, kind?: 'attempt'): Promise<T> {
  const fence = fences.getStore();
  const acts: (() => void)[] = [];
  const ends: (() => void)[] = [];
  try {
    const result = await session.transaction((tx) => {
      const open: OpenTransaction = {
        tx,
        over: false,
        locks: new GatheredReads((locks) => sayAhead(tx, locks)),
        reads: new GatheredReads(({ text, values }) => tx.query(text, values)),
        demands: [],
        late: [],
        last: [],
        end: undefined,
        isAttempt: kind === 'attempt',
        afterCommit: acts,
        afterEnd: ends,
      };
      return transactions.run(open, async () => {
        try {
          const done = await work();
          await finish(open, fence);
          return done;
        } finally {
          open.over = true;
        }
      });
    });
    for (const act of acts) act();
    return result;
  } finally {
    for (const act of ends) act();
  }
}

/** Runs at once if no transaction is open. */
export function afterCommit(act: () => void): void {
  const open = transactions.getStore();
  if (open && !open.over) open.afterCommit.push(act);
  else act();
}

/** The lease under which the current work runs; undefined for work without a lease. */
export function currentLease(): Fence['lease'] | undefined {
  return fences.getStore()?.lease;
}

/** Like `afterCommit`, and also after a rollback. */
export function afterEnd(act: () => void): void {
  const open = transactions.getStore();
  if (open && !open.over) open.afterEnd.push(act);
  else act();
}

/** True for work without a lease. */
export async function stillElected(): Promise<boolean> {
  return (await fences.getStore()?.isOurs()) ?? true;
}

/** A transaction of `work` is rolled back at its end if the fence says no. */
export function fenced<T>(fence: Fence, work: () => T): T {
  return fences.run(fence, work);
}
