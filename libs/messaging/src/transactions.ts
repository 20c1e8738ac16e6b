import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type EntityManager } from 'typeorm';

interface Ambient {
  tx: EntityManager;
  afterCommit: (() => void)[];
}

const storage = new AsyncLocalStorage<Ambient>();

/** Runs work in a transaction. Work inside work joins the transaction that is open, so that nobody hands it around. */
@Injectable()
export class Transactions {
  constructor(private readonly database: DataSource) {}

  /** On this session, if one is given; else on any. */
  run<T>(work: (tx: EntityManager) => Promise<T>, session = this.database.manager): Promise<T> {
    const open = storage.getStore();
    return open ? work(open.tx) : commit(work, session);
  }

  /** Commits by itself, before the transaction that is open and whatever becomes of that. */
  apart<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return commit(work, this.database.manager);
  }
}

async function commit<T>(work: (tx: EntityManager) => Promise<T>, session: EntityManager): Promise<T> {
  const afterCommit: (() => void)[] = [];
  const result = await session.transaction((tx) => storage.run({ tx, afterCommit }, () => work(tx)));
  for (const act of afterCommit) act();
  return result;
}

/** Once the open transaction is committed; at once when there is none. */
export function afterCommit(act: () => void): void {
  const open = storage.getStore();
  if (open) open.afterCommit.push(act);
  else act();
}
