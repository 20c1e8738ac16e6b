import { listClients } from '@ces/contracts/identity/clients';
import { listOperators } from '@ces/contracts/identity/operators/operators';
import { listProviders } from '@ces/contracts/identity/providers';
import type { Paged, SearchPage } from '@ces/contracts/paging';
import type { Rpc } from '@ces/contracts/rpc';
import type { Wanted } from '@ces/service/database/keyset';
import { newestOf } from '@ces/service/database/newest.store';
import type { RunningService } from '@ces/testing/services/start-service';
import { DataSource, type ObjectLiteral } from 'typeorm';
import { startIdentity } from '../test/start-identity.js';
import { ClientEntity } from './clients/client.entity.js';
import { ClientStore } from './clients/client.store.js';
import { OperatorEntity } from './operators/operator.entity.js';
import { OperatorStore } from './operators/operator.store.js';
import { ProviderEntity } from './providers/provider.entity.js';
import { ProviderStore } from './providers/provider.store.js';

type Row = ObjectLiteral & { created_at: Date; name: string };

/** `$1` is the id, `$2` a text of any length, `$3` the moment of creation. */
const lists = {
  clients: {
    ...{ contract: listClients, entity: ClientEntity, store: ClientStore, id: 'id' },
    insert: `INSERT INTO client (id, name, scopes, first_party, public, redirect_uris, token_version, created_at)
             VALUES ($1, $2, '{}', false, true, '{}', 1, $3)`,
  },
  providers: {
    ...{ contract: listProviders, entity: ProviderEntity, store: ProviderStore, id: 'name' },
    insert: `INSERT INTO provider (name, issuer, client_ids, created_at) VALUES ($1, $2, '{}', $3)`,
  },
  operators: {
    ...{ contract: listOperators, entity: OperatorEntity, store: OperatorStore, id: 'id' },
    insert: `INSERT INTO operator (id, email, name, role, created_at) VALUES ($1, $1, $2, 'auditor', $3)`,
  },
} as const;

interface Shown {
  id?: string;
  name: string;
}

describe.each(Object.entries(lists))('the list of %s', (name, { contract, entity, store, id, insert }) => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
  });

  afterAll(() => identity.stop());

  const database = () => identity.app.get(DataSource);
  const repository = () => database().getRepository<Row>(entity);

  beforeEach(() => repository().createQueryBuilder().delete().execute());

  /** Three rows of each millisecond, whose ids do not sort as they were made. */
  const momentOf = (n: number): string => `2026-11-27T08:00:00.${String(100 + Math.floor(n / 3))}${String(n % 3)}Z`;
  const idOf = (n: number): string => `${n % 2 === 0 ? 'b' : 'B'}-${String((n * 7) % 100).padStart(3, '0')}`;
  const add = async (from: number, to: number, text = 'x'): Promise<void> => {
    for (let n = from; n < to; n += 1) await database().query(insert, [idOf(n), text, momentOf(n)]);
  };
  const remove = (n: number) => repository().delete({ [id]: idOf(n) });
  const newestFirst = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, n) => [momentOf(n + from).slice(0, 23), idOf(n + from)] as const)
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? 1 : -1))
      .map(([, key]) => key);
  const pageAt = async (cursor: string | undefined, more: object): Promise<{ ids: string[]; next: string | null }> => {
    const request = { ...(cursor === undefined ? {} : { cursor }), ...more };
    const list: Rpc<SearchPage, unknown> = contract;
    const { items, next } = (await identity.bus.call(list, request)) as Paged<Shown>;
    return { ids: items.map((item) => item.id ?? item.name), next };
  };
  const pages = async (more: object, between: (page: string[]) => Promise<unknown> = () => Promise.resolve()) => {
    const found: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { ids, next } = await pageAt(cursor, more);
      found.push(ids);
      await between(ids);
      cursor = next;
    }
    return found;
  };

  it('is newest first, and each row of it stands on one page', async () => {
    await add(0, 60);
    const found = await pages({ limit: 7 });
    expect(found.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 4]);
    expect(found.flat()).toEqual(newestFirst(0, 60));
    expect(await pages({})).toEqual([newestFirst(0, 60)]);
  });

  it('reads one row more than a page shows', async () => {
    await add(0, 40);
    const reader: { newest(wanted: Wanted): Promise<Row[]> } = identity.app.get(store);
    const read: number[] = [];
    const newest = reader.newest.bind(reader);
    reader.newest = async (wanted) => {
      const rows = await newest(wanted);
      read.push(rows.length);
      return rows;
    };
    await pageAt(undefined, { limit: 7 });
    reader.newest = newest;
    expect(read).toEqual([8]);
  });

  it('is read from an index that begins at the place of the page', async () => {
    await add(0, 90);
    const before = { at: new Date(momentOf(60)), id: idOf(60) };
    const wanted = newestOf(repository(), id, { before, atMost: 5 });
    const [text, values] = wanted.getQueryAndParameters();
    const plan = await database().transaction(async (tx) => {
      // A table of this size would be read whole and sorted.
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.query(`SET LOCAL enable_${way} = off`);
      return tx.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`, values);
    });
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/Index Scan Backward using \w+_newest on \w+ listed \(actual rows=5(\.00)? loops=1\)/);
    expect(lines).toContain('Index Cond: (ROW(');
    expect(lines).not.toMatch(/Sort|Filter/);
  });

  it('ends a page before it is too large for a message, and leaves out nothing', async () => {
    await add(0, 20, 'ä'.repeat(30_000));
    const found = await pages({ limit: 8 });
    expect(found.map(({ length }) => length)).toEqual([6, 6, 6, 2]);
    expect(found.flat()).toEqual(newestFirst(0, 20));
  });

  it('shows each row once while others are made and deleted between its pages', async () => {
    await add(0, 60);
    let made = 60;
    const deleted = new Set<string>();
    const found = await pages({ limit: 7 }, async (shown) => {
      await add(made, (made += 2));
      // The last row of a page is the place at which the next page begins.
      const gone = [...Array(60).keys()].filter((n) => idOf(n) === shown.at(-1) || idOf(n) === shown[2]);
      for (const n of gone) await remove(n);
      const later = newestFirst(0, 60)[newestFirst(0, 60).indexOf(shown.at(-1) ?? '') + 3];
      if (later === undefined) return;
      await repository().delete({ [id]: later });
      deleted.add(later);
    });
    expect(found.flat()).toEqual(newestFirst(0, 60).filter((each) => !deleted.has(each)));
    expect([made > 70, deleted.size > 4]).toEqual([true, true]);
  });

  it('finds a part of a name in any case, and takes % and _ for themselves', async () => {
    await database().query(insert, ['Shop_ONE', 'Shop_ONE', momentOf(0)]);
    await database().query(insert, ['shopsTWO', 'shopsTWO', momentOf(1)]);
    expect((await pageAt(undefined, { q: 'sHOP_' })).ids).toEqual(['Shop_ONE']);
    expect((await pageAt(undefined, { q: '%' })).ids).toEqual([]);
    expect(await pages({ q: 'shop', limit: 1 })).toEqual([['shopsTWO'], ['Shop_ONE']]);
    if (name === 'providers') return;
    await database().query(insert, ['third', 'ÄRZTE', momentOf(2)]);
    expect((await pageAt(undefined, { q: 'ärzte' })).ids).toEqual(['third']);
  });

  it('takes the creation and the id of a row as a cursor, and refuses what is none', async () => {
    await add(0, 6);
    const cursorOf = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const moment = '2026-11-27T08:00:00.101Z';
    expect((await pageAt(cursorOf([moment, idOf(4)]), {})).ids).toEqual(
      newestFirst(0, 6).slice(newestFirst(0, 6).indexOf(idOf(4)) + 1),
    );
    const faulty = [
      ['x', 'y'],
      [moment],
      [moment, 'x', 'y'],
      [moment, '\0'],
      [moment, '\ud800'],
      [moment, 5],
      'x',
      null,
    ];
    for (const cursor of ['', 'x', ...faulty.map(cursorOf)]) {
      const refusal = { code: 'parameter-invalid', extras: { errors: [{ pointer: 'cursor', code: 'cursor' }] } };
      await expect(pageAt(cursor, {})).rejects.toMatchObject(refusal);
    }
  });
});
