import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';

interface Ambient {
  tx: EntityManager;
  over: boolean;
  afterCommit: (() => void)[];
}

/** Confirms, inside a transaction, that the work may still write. */
export interface Guard {
  confirm(tx: EntityManager): Promise<boolean>;
}

const storage = new AsyncLocalStorage<Ambient>();
const sessions = new AsyncLocalStorage<EntityManager>();
const guards = new AsyncLocalStorage<Guard>();

/** Runs work in a transaction. Work inside work joins the open transaction, and stores find it as `current`. */
@Injectable()
export class Transactions {
  constructor(private readonly database: DataSource) {}

  /** The open transaction; without one, the database, where each statement commits by itself. */
  get current(): EntityManager {
    const open = storage.getStore();
    if (open?.over) throw new Error('work that outlived its transaction must not write in it');
    return open?.tx ?? sessions.getStore() ?? this.database.manager;
  }

  /** The session that `on` was given: locks that outlive a transaction belong to it. */
  get session(): EntityManager {
    const session = sessions.getStore();
    if (!session) throw new Error('this must run on a session of its own');
    return session;
  }

  /** The open transaction, for writing that must not commit by itself. */
  get open(): EntityManager {
    const tx = this.current;
    if (!storage.getStore()) throw new Error('this must be written in a transaction');
    return tx;
  }

  /** The repository of an entity, in the open transaction. */
  of<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.current.getRepository(entity);
  }

  /** In the open transaction, else in a new one. */
  run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const open = storage.getStore();
    return open && !open.over ? work(open.tx) : commit(work, sessions.getStore() ?? this.database.manager);
  }

  /** Runs work on one session: its statements and transactions take no other connection. */
  on<T>(session: EntityManager, work: () => Promise<T>): Promise<T> {
    return sessions.run(session, work);
  }

  /** Commits by itself, before the open transaction and independently of it. */
  apart<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return commit(work, this.database.manager);
  }

  /** Work that belongs to no transaction, although one is open where it is started. */
  outside<T>(work: () => T): T {
    return storage.exit(() => sessions.exit(work));
  }
}

async function commit<T>(work: (tx: EntityManager) => Promise<T>, session: EntityManager): Promise<T> {
  const guard = guards.getStore();
  const ambient: Omit<Ambient, 'tx'> = { over: false, afterCommit: [] };
  const result = await session.transaction(async (tx) => {
    const open = Object.assign(ambient, { tx });
    try {
      const done = await storage.run(open, () => work(tx));
      if (guard && !(await guard.confirm(tx))) throw new Error('another replica has taken the lease of this work');
      return done;
    } finally {
      ambient.over = true;
    }
  });
  for (const act of ambient.afterCommit) act();
  return result;
}

/** Once the open transaction is committed; at once when there is none. */
export function afterCommit(act: () => void): void {
  const open = storage.getStore();
  if (open && !open.over) open.afterCommit.push(act);
  else act();
}

/** Rolls back each transaction of `work` that the guard no longer confirms when it commits. */
export function fenced<T>(guard: Guard, work: () => Promise<T>): Promise<T> {
  return guards.run(guard, work);
}
