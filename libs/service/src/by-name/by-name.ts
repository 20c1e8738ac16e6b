import { keyPattern, type Difference, type PutAnswer, type PutStatus } from '@ces/contracts/by-name/by-name';
import { Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { differencesOf } from './differences.js';
import { KeyLockStore } from './key-lock.store.js';
import type { Made, Named, Shown } from './named.js';

interface Place {
  key: string;
  /** The id of an object that gets the key. */
  adopt: string | undefined;
  dry_run: boolean | undefined;
}

interface Placed<Object extends Shown> extends Made<Object> {
  id: string | null;
  status: PutStatus;
  differences: Difference[];
}

/**
 * Makes or replaces objects by their keys. A dry run does the same work and takes it back, so it refuses what the request
 * itself would be refused for. A request that changes nothing is taken back, too, so that it leaves no new version. Handlers of
 * `put` wait in `byNameLine`.
 */
@Injectable()
export class ByName {
  constructor(
    private readonly transactions: Transactions,
    private readonly locks: KeyLockStore,
  ) {}

  async get<Object extends Shown>(named: Named<never, Object>, key: string): Promise<Object> {
    const id = keyPattern.test(key) ? await named.keys.idOf(key) : undefined;
    if (id === undefined) throw new Problem(named.notFound, 'Nothing has this key.');
    return named.get(id);
  }

  async put<Given extends object, Object extends Shown>(
    named: Named<Given, Object>,
    { key, adopt, dry_run: dryRun = false }: Place,
    given: Given,
  ): Promise<PutAnswer<Object>> {
    const { id, status, differences, shown, secret } = await this.transactions.tentatively(
      () => this.place(named, key, adopt, given),
      (placed) => !dryRun && placed.status !== 'unchanged',
    );
    if (dryRun) return { id, key, status, differences };
    return { ...shown, status, ...(secret === undefined ? {} : { secret }) };
  }

  private async place<Given extends object, Object extends Shown>(
    named: Named<Given, Object>,
    key: string,
    adopt: string | undefined,
    given: Given,
  ): Promise<Placed<Object>> {
    if (!(await this.locks.lock(`${named.space} ${key}`))) {
      throw new Problem('service-unavailable', 'Others are putting something of this key.', { retry_after: 1 });
    }
    const id = await this.find(named, key, adopt);
    return id === undefined ? this.create(named, key, given) : this.replace(named, id, key, given);
  }

  private async find(named: Named<never, Shown>, key: string, adopt: string | undefined): Promise<string | undefined> {
    const holder = await named.keys.idOf(key);
    if (adopt === undefined) return holder;
    const { id } = await named.get(adopt);
    if (holder === undefined || holder === id) return id;
    throw new Problem('key-taken', `The key belongs to ${holder}.`);
  }

  private async create<Given extends object, Object extends Shown>(
    named: Named<Given, Object>,
    key: string,
    given: Given,
  ): Promise<Placed<Object>> {
    await demandUnchanged(() => Promise.resolve(undefined));
    const made = await named.create(given);
    await named.keys.give(made.shown.id, key);
    const shown = { ...made.shown, key };
    return { ...made, id: null, shown, status: 'created', differences: differencesOf({}, compared(named, shown)) };
  }

  private async replace<Given extends object, Object extends Shown>(
    named: Named<Given, Object>,
    id: string,
    key: string,
    given: Given,
  ): Promise<Placed<Object>> {
    await named.keys.lock(id);
    const before = await named.get(id);
    const replaced = await named.replace(id, given);
    if (before.key !== key) await named.keys.give(id, key);
    const shown = { ...replaced, key };
    const differences = differencesOf(compared(named, before), compared(named, shown));
    if (differences.length === 0) return { id, shown: before, status: 'unchanged', differences };
    return { id, shown, status: 'updated', differences };
  }
}

function compared<Object extends Shown>(named: Named<never, Object>, shown: Object): object {
  return named.compared?.(shown) ?? shown;
}
