import type { ProblemCode } from '@ces/contracts/problems';
import type { Transactions } from '@ces/messaging/storage/transactions';
import type { EntityTarget, FindOptionsWhere } from 'typeorm';

export interface Shown {
  id: string;
  key: string | null;
}

export interface Made<Object extends Shown> {
  shown: Object;
  /** The secret that was made for it, if its kind has secrets. */
  secret?: string;
}

/** Where the objects of a kind keep their keys. */
export interface Keys {
  idOf(key: string): Promise<string | undefined>;
  /** Makes other changes of the object wait until the transaction ends. */
  lock(id: string): Promise<void>;
  give(id: string, key: string): Promise<void>;
}

/** A kind of objects with keys. It creates and replaces them as the other routes of the kind do. */
export interface Named<Given extends object, Object extends Shown> {
  /** Keys are unique in it: the kind, for webhooks with its client. */
  readonly space: string;
  readonly notFound: ProblemCode;
  readonly keys: Keys;
  get(id: string): Promise<Object>;
  create(given: Given): Promise<Made<Object>>;
  replace(id: string, given: Given): Promise<Object>;
  /** The object as differences are looked for in it; as it is shown by default. */
  compared?(shown: Object): object;
}

/** Keys in a column `key` of the table. `where` leaves out rows whose keys are free, or are those of others. */
export function keysIn(transactions: Transactions, entity: EntityTarget<Shown>, where: object = {}): Keys {
  const rows = () => transactions.of(entity);
  const found = (column: FindOptionsWhere<Shown>) => ({ ...where, ...column });
  return {
    idOf: async (key) => (await rows().findOne({ select: { id: true }, where: found({ key }) }))?.id,
    lock: async (id) => {
      await rows().findOne({ select: { id: true }, where: found({ id }), lock: { mode: 'pessimistic_write' } });
    },
    give: async (id, key) => {
      await rows().update(found({ id }), { key });
    },
  };
}
