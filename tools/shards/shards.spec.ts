import { databaseServices } from '@ces/contracts/dead-letters';
import type { DatabaseConfig } from '@ces/service/config/config';
import type { Service } from '@ces/service/start';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { format } from 'prettier';
import { getMetadataArgsStorage } from 'typeorm';
import { readCatalog, type Catalog } from './catalog.ts';
import { root } from './declarations.ts';
import { documentOf, type Judged } from './document.ts';
import { judge } from './judge.ts';
import { judgeCall, readRepositoryCalls, type RepositoryCall } from './repositories.ts';
import { everyService, readStatements, type Statement } from './statements.ts';

const file = join(root, 'docs/cross-shard-statements.md');

/** Six services are loaded and migrated. */
const patienceMs = 120_000;

interface Read {
  name: string;
  catalog: Catalog;
  /** Tables of entities by their class names. */
  entities: Map<string, string>;
}

describe('docs/cross-shard-statements.md', () => {
  let services: Read[];

  beforeAll(async () => {
    await loadModule();
    services = await Promise.all(databaseServices.map(readService));
  }, patienceMs);

  it('gives every table a place', () => {
    const without = services.flatMap(({ name, catalog }) =>
      [...catalog.tables.values()].filter(({ role }) => !role).map((table) => `${name}.${table.name}`),
    );
    expect(without).toEqual([]);
  });

  it(
    'names the statements that would cross shards (UPDATE_DOCS=1 npm test -- tools/shards renews it)',
    async () => {
      const judged = [
        ...readStatements().map((statement) => judgeStatement(statement, services)),
        ...readRepositoryCalls().map((call) => judgeRepository(call, services)),
      ].sort((a, b) => a.service.localeCompare(b.service) || a.place.localeCompare(b.place));
      const tables = services.map(({ name, catalog }) => ({ service: name, tables: [...catalog.tables.values()] }));
      const text = await format(documentOf(judged, tables), { parser: 'markdown', printWidth: 120 });
      if (process.env['UPDATE_DOCS']) writeFileSync(file, text);
      expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
    },
    patienceMs,
  );
});

async function readService(name: string): Promise<Read> {
  const module = (await import(join(root, `apps/${name}/src/${name}.module.ts`))) as Record<
    string,
    Service<DatabaseConfig>
  >;
  const service = module[name];
  if (!service) throw new Error(`apps/${name}/src/${name}.module.ts does not export the service`);
  const entities = getMetadataArgsStorage().tables.flatMap(({ target, name: table }) =>
    typeof target === 'function' && table !== undefined && service.schema.entities.includes(target as never)
      ? [[target.name, table] as const]
      : [],
  );
  return { name, catalog: await readCatalog(name, service.schema), entities: new Map(entities) };
}

/** A store of a lib works on tables that several services have. */
function among(service: string, services: Read[]): Read[] {
  return services.filter(({ name }) => service === everyService || name === service);
}

function judgeStatement({ service, place, sql, fault }: Statement, services: Read[]): Judged {
  if (sql === undefined) return { service, place, kind: 'not understood', tables: [], reasons: [fault ?? ''] };
  const verdicts = among(service, services).map(({ catalog }) => judge(sql, catalog));
  const verdict = verdicts.find(({ kind }) => kind !== 'not understood') ?? verdicts[0];
  if (!verdict) throw new Error(`${service} has no database`);
  return { service, place, ...verdict };
}

function judgeRepository(call: RepositoryCall, services: Read[]): Judged {
  const { service, place, entity } = call;
  for (const { catalog, entities } of among(service, services)) {
    const table = catalog.tables.get(entities.get(entity) ?? '');
    if (table) return { service, place, ...judgeCall(call, table) };
  }
  return { service, place, kind: 'none', tables: [], reasons: [] };
}
