import { globSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const services = ['campaigns', 'cards', 'events', 'identity', 'segments', 'webhooks'];

/** Why a folder has no module of its own. Sorted by name. */
const withoutModule = new Map([
  ['campaigns/conditions', 'pure functions'],
  ['gateway/docs', 'documents that create-gateway.ts registers with the server'],
  ['gateway/http', 'its module is in the room `routing`'],
  ['gateway/oauth', 'a proxy that create-gateway.ts registers with the server'],
  ['gateway/pages', 'pages that create-gateway.ts registers with the server'],
  ['gateway/server', 'composes the server around the modules'],
  ['webhooks/partitions', 'a function that the log and the attempts share'],
]);

const contents = (folder: string) => readdirSync(join(root, folder), { withFileTypes: true });
const filesIn = (folder: string): string[] =>
  contents(folder)
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const foldersIn = (folder: string): string[] =>
  contents(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

describe.each([...services, 'gateway'])('the floor plan of %s', (service) => {
  it('has an entry, a module, a configuration and a schema if it has a database, and all else in slices', () => {
    const expected = ['main.ts', `${service}.config.ts`, `${service}.module.ts`];
    if (service !== 'gateway') expected.push(`${service}.schema.ts`);
    const found = filesIn(`apps/${service}/src`).filter((file) => !file.endsWith('.spec.ts'));
    expect(found.sort()).toEqual(expected.sort());
  });

  it('has a module in each slice', () => {
    const slices = foldersIn(`apps/${service}/src`).filter((slice) => slice !== 'migrations');
    const without = slices
      .map((slice) => `${service}/${slice}`)
      .filter((slice) => globSync(`apps/${slice.replace('/', '/src/')}/*.module.ts`, { cwd: root }).length === 0);
    expect(without.sort()).toEqual([...withoutModule.keys()].filter((slice) => slice.startsWith(`${service}/`)));
  });
});

describe.each(services)('the migrations of %s', (service) => {
  it('have a file each, named after their time and what they do', () => {
    const wrong = filesIn(`apps/${service}/src/migrations`).filter(
      (file) => !/^\d{13}-[a-z]+(-[a-z0-9]+)*\.ts$/.test(file),
    );
    expect(wrong).toEqual([]);
  });
});

/** The files of ours and the packages that a process loads with a file at once. Types and dynamic imports are not loaded. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(
      /^(?:import|export)\s(?!type\b)(?:[^;'"]*\sfrom\s)?\s*'([^']+)'/gm,
    )) {
      const [, lib, path] = /^@ces\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
      if (lib !== undefined && path !== undefined) loaded.add(`libs/${lib}/src/${path}.ts`);
      else if (specifier.startsWith('.')) loaded.add(join(file, '..', specifier).replace(/\.js$/, '.ts'));
      else loaded.add(specifier);
    }
  }
  return loaded;
}

describe.each(services)('the command `migrate` of %s', (service) => {
  const parts =
    /\.(module|controller|service|guard|strategy)\.ts$|^@nestjs\/|^nats$|^@nats-io\/|^prom-client$|\/start\.ts$/;

  it('loads the schema, and no part of the service, nor Nest, NATS or metrics', () => {
    const loaded = [...loadedWith(`apps/${service}/src/main.ts`)];
    expect(loaded).toEqual(expect.arrayContaining([`apps/${service}/src/${service}.schema.ts`, 'typeorm']));
    expect(loaded.filter((each) => parts.test(each))).toEqual([]);
  });

  it('would be found if it loaded its module, which leads to all parts', () => {
    const found = [...loadedWith(`apps/${service}/src/${service}.module.ts`)].filter((each) => parts.test(each));
    for (const part of [/^@nestjs\//, /\.controller\.ts$/, /\.service\.ts$/])
      expect(found).toEqual(expect.arrayContaining([expect.stringMatching(part)]));
  });
});

describe.each(globSync('{apps,libs}/*/src', { cwd: root }))('the entities of %s', (project) => {
  it('are used by stores or services, not only listed', () => {
    const texts = globSync(`${project}/**/*.ts`, { cwd: root })
      .filter((file) => !/\.(spec|schema|entity|entities)\.ts$/.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'));
    const unused = globSync(`${project}/**/*.entity.ts`, { cwd: root }).filter((entity) => {
      const imported = new RegExp(`from '[^']*/${basename(entity, '.ts')}\\.js'`);
      return !texts.some((text) => imported.test(text));
    });
    expect(unused).toEqual([]);
  });
});

describe('the rooms of the repository', () => {
  // Tools search for their files in the root. Migrations and decisions only become more, each alert has a runbook, and docs has a
  // page for each subject.
  it('hold at most 15 files each, except the root, migrations, decisions, runbooks and docs itself', () => {
    const ignored =
      /(^|\/)(node_modules|dist|migrations|decisions|runbooks)(\/|$)|^\.(git|nx|local|tools)(\/|$)|^docs$/;
    const folders = globSync('{apps,libs,e2e,tools,deploy,docs}/**/', { cwd: root })
      .map((folder) => folder.replace(/\/$/, ''))
      .filter((folder) => !ignored.test(folder));
    const heaps = folders
      .map((folder) => [folder, filesIn(folder).filter((file) => !/\.spec\.ts$/.test(file)).length] as const)
      .filter(([, count]) => count > 15);
    expect(heaps).toEqual([]);
  });
});
