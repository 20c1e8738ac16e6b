// The statements of the product's own stores, so that the ceiling sends the same. `StatementsSeen` proves that it does.
import type { Transactions } from '../../../libs/messaging/src/storage/transactions.ts';
import { importBuilt } from '../built.ts';

type Connections = typeof import('../../../apps/identity/src/users/connection.store.js');
type Users = typeof import('../../../apps/identity/src/users/user.store.js');
type People = typeof import('../../../apps/identity/src/person/person.store.js');
type Cards = typeof import('../../../apps/cards/src/cards/card.store.js');
type Consents = typeof import('../../../apps/cards/src/optins/consent.store.js');

interface Statement {
  text: string;
  values: unknown[];
}

export interface Stores {
  connections: InstanceType<Connections['ConnectionStore']>;
  users: InstanceType<Users['UserStore']>;
  people: InstanceType<People['PersonStore']>;
  cards: InstanceType<Cards['CardStore']>;
  consents: InstanceType<Consents['ConsentStore']>;
}

type Recorded = (work: (stores: Stores) => Promise<unknown>) => Promise<Statement[]>;

/** Returns a function that answers which statements a work sends. None of them reaches a database. */
export async function recordStatements(): Promise<Recorded> {
  let said: Statement[] = [];
  const query = (text: string, values: unknown[] = []): Promise<never[]> => {
    said.push({ text, values });
    return Promise.resolve([]);
  };
  const transactions = { current: { query } } as unknown as Transactions;
  const from = <T>(path: string): Promise<T> => importBuilt<T>(`apps/${path}.store.js`);
  const { ConnectionStore } = await from<Connections>('identity/src/users/connection');
  const { UserStore } = await from<Users>('identity/src/users/user');
  const { PersonStore } = await from<People>('identity/src/person/person');
  const { CardStore } = await from<Cards>('cards/src/cards/card');
  const { ConsentStore } = await from<Consents>('cards/src/optins/consent');
  const stores: Stores = {
    connections: new ConnectionStore(transactions),
    users: new UserStore(undefined as never, transactions),
    people: new PersonStore(transactions),
    cards: new CardStore(transactions),
    consents: new ConsentStore(transactions),
  };
  return async (work) => {
    said = [];
    await work(stores);
    return said;
  };
}
