import type { Service } from '@ces/service/start';
import type { DatabaseConfig } from '@ces/service/config/config';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format } from 'prettier';
import { accountsOf } from '../../deploy/kubernetes/nats-accounts.ts';
import type { NatsRights } from '../../libs/local-stack/src/nats/nats-users.ts';
import { readHandlers, type HandlerUses } from './read-handlers.ts';
import { readSources } from './read-sources.ts';
import { rightsOf, type Uses } from './rights-of.ts';

const root = resolve(import.meta.dirname, '../..');
const file = join(root, 'deploy/nats/permissions.json');
/** The same rights as values for the chart of NATS. */
const accountsFile = join(root, 'deploy/kubernetes/production/nats/accounts.json');
// The command line and the console are no services.
const apps = readdirSync(join(root, 'apps')).filter((app) =>
  existsSync(join(root, `apps/${app}/src/${app}.module.ts`)),
);

/** Logs that are their own outbox, beside the stream of the service's outbox. */
const logs: Record<string, string[]> = { events: ['event-log'] };

/** Rights that only the release before uses. Its replicas may start again during an upgrade, with the rights of this one. */
const before: Record<string, { answers: string[]; calls: string[] }> = {
  events: { answers: ['events.accept'], calls: [] },
  gateway: { answers: [], calls: ['events.accept'] },
};

describe('deploy/nats/permissions.json', () => {
  const uses: Record<string, Uses> = {};

  beforeAll(async () => {
    for (const app of apps) {
      const handlers: HandlerUses = app === 'gateway' ? { answers: new Set(), reads: [] } : await handlersOf(app);
      const streams = app === 'gateway' ? [] : [app, ...(logs[app] ?? [])];
      const own = { ...(await readSources(app)), ...handlers, streams };
      const { answers = [], calls = [] } = before[app] ?? {};
      uses[app] = { ...own, answers: new Set([...own.answers, ...answers]), calls: new Set([...own.calls, ...calls]) };
    }
  });

  it('gives each service what its handlers, calls and facts need, and nothing else (UPDATE_DOCS=1 npm test -- permissions renews it)', async () => {
    const rights = Object.fromEntries(Object.entries(uses).map(([app, each]) => [app, rightsOf(app, each)]));
    const text = await format(JSON.stringify(rights), { parser: 'json', printWidth: 120 });
    const accounts = await format(JSON.stringify(accountsOf(rights)), { parser: 'json', printWidth: 120 });
    if (process.env['UPDATE_DOCS']) writeFileSync(file, text);
    if (process.env['UPDATE_DOCS']) writeFileSync(accountsFile, accounts);
    const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, NatsRights>;
    expect(written).toEqual(rights);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readFileSync(accountsFile, 'utf8')).toBe(accounts);
  });

  it('lets every contract that is called be answered by exactly one service', () => {
    const answered = Object.values(uses).flatMap(({ answers }) => [...answers]);
    expect(answered.length).toBe(new Set(answered).size);
    const called = new Set(Object.values(uses).flatMap(({ calls }) => [...calls]));
    expect([...called].filter((subject) => !answered.includes(subject))).toEqual([]);
  });

  it('lets every event that is read be published by the service that owns its stream', () => {
    for (const { reads } of Object.values(uses)) {
      for (const { subject, stream } of reads) {
        const owner = Object.values(uses).filter(({ streams }) => streams.includes(stream));
        expect(owner.map(({ mentions }) => mentions.some((event) => event.subject === subject))).toEqual([true]);
      }
    }
  });

  it('gives no service a wildcard over the calls or the answers of others', () => {
    for (const [app, each] of Object.entries(uses)) {
      const { publish, subscribe } = rightsOf(app, each);
      const wild = [...publish.allow, ...subscribe.allow].filter((subject) => /[*>]/.test(subject));
      const own = new RegExp(
        `^(NAMESPACE\\.inbox\\.${app}\\.>|NAMESPACE\\.lease\\.${app}\\.\\*|NAMESPACE\\.fact\\.[\\w.-]+\\.\\*|\\$JS\\.|\\$KV\\.NAMESPACE-)`,
      );
      expect(wild.filter((subject) => !own.test(subject))).toEqual([]);
      expect(wild.filter((subject) => /STREAM\.(DELETE|PURGE|RESTORE)/.test(subject))).toEqual([]);
    }
  });
});

async function handlersOf(app: string): Promise<HandlerUses> {
  const module = (await import(join(root, `apps/${app}/src/${app}.module.ts`))) as Record<
    string,
    Service<DatabaseConfig>
  >;
  const service = module[app];
  if (!service) throw new Error(`apps/${app}/src/${app}.module.ts does not export the service`);
  return readHandlers(service);
}
