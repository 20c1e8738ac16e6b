import { databaseServices } from '@ces/contracts/dead-letters';
import { Chore, type ChoreOptions } from '@ces/service/chores/every';
import type { DatabaseConfig } from '@ces/service/config/config';
import { ServiceModule } from '@ces/service/service.module';
import type { Service } from '@ces/service/start';
import { MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format } from 'prettier';

interface FoundChore extends ChoreOptions {
  service: string;
  pause: string;
}

const root = resolve(import.meta.dirname, '../..');
const file = join(root, 'docs/chores.md');

describe('docs/chores.md', () => {
  it('lists the chores of all services (UPDATE_DOCS=1 npm test -- docs/chores renews it)', async () => {
    const found = (await Promise.all(databaseServices.map(choresOf))).flat();
    const text = await format(documentOf(found), { parser: 'markdown', printWidth: 120 });
    if (process.env['UPDATE_DOCS']) writeFileSync(file, text);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
  });
});

/** Finds chores as a service does, but without instances, because Nest's preview builds no provider. */
async function choresOf(name: string): Promise<FoundChore[]> {
  const service = await definitionOf(name);
  const config = new service.config();
  class Preview {}
  const imports = [ServiceModule.forDatabase(name, service.config, config, service.schema), ...service.modules];
  const app = await NestFactory.createApplicationContext(
    { module: Preview, imports },
    { preview: true, logger: false },
  );
  const providers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.providers.values()]);
  const prototypes = new Set(providers.map(({ metatype }) => (metatype as { prototype?: object } | null)?.prototype));
  const scanner = new MetadataScanner();
  return [...prototypes].flatMap((prototype) =>
    scanner.getAllMethodNames(prototype ?? null).flatMap((method) => {
      const options = optionsOf((prototype as Record<string, object>)[method]);
      return options ? [{ ...options, service: name, pause: pauseOf(options, config) }] : [];
    }),
  );
}

async function definitionOf(name: string): Promise<Service<DatabaseConfig>> {
  const path = join(root, `apps/${name}/src/${name}.module.ts`);
  const module = (await import(path)) as Record<string, Service<DatabaseConfig>>;
  const service = module[name];
  if (!service) throw new Error(`${path} does not export ${name}`);
  return service;
}

function optionsOf(method: object | undefined): ChoreOptions | undefined {
  return method && (Reflect.getMetadata(Chore.KEY, method) as ChoreOptions | undefined);
}

function pauseOf({ seconds }: ChoreOptions, config: object): string {
  if (typeof seconds === 'number') return durationOf(seconds);
  return `\`${seconds}\` (${durationOf((config as Record<string, number>)[seconds] ?? 0)})`;
}

function durationOf(seconds: number): string {
  const units = [
    { unit: 'day', length: 86_400 },
    { unit: 'hour', length: 3_600 },
    { unit: 'minute', length: 60 },
  ];
  const { unit, length } = units.find((each) => seconds % each.length === 0) ?? { unit: 'second', length: 1 };
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function documentOf(found: FoundChore[]): string {
  const isCommon = ({ name }: FoundChore): boolean =>
    databaseServices.every((service) => found.some((chore) => chore.service === service && chore.name === name));
  const common = found.filter((chore) => chore.service === databaseServices[0] && isCommon(chore));
  const own = found
    .filter((chore) => !isCommon(chore))
    .sort((a, b) => a.service.localeCompare(b.service) || a.name.localeCompare(b.name));
  const rows = [...common.map((chore) => ({ ...chore, service: 'every service' })), ...own].map(
    ({ service, name, pause, atStart, does }) =>
      `| ${service} | \`${name}\` | ${pause}${atStart ? ', and at the start' : ''} | ${does} |`,
  );
  return `# Chores

Chores are methods that a service runs again and again (\`@Every\`, \`libs/service/src/chores\`). One replica of a service
runs all of its chores: it holds the lease \`chores\`, which another replica takes within 3 s of its death, and within
20 s when it freezes. The metrics \`chore_runs_total\`, \`chore_last_done_timestamp_seconds\` and \`chores_elected\` show
that they run. This list is generated: \`UPDATE_DOCS=1 npm test -- docs/chores\`.

| Service | Chore | Pause between runs | What it does |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
