import { globSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const services = ['campaigns', 'cards', 'events', 'identity', 'segments', 'webhooks'];

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
  it('has an entry, a module and a configuration, and all else in slices', () => {
    const expected = ['main.ts', `${service}.config.ts`, `${service}.module.ts`];
    const found = filesIn(`apps/${service}/src`).filter((file) => !file.endsWith('.spec.ts'));
    expect(found.sort()).toEqual(expected.sort());
  });

  it('has a module in each slice', () => {
    const slices = foldersIn(`apps/${service}/src`).filter((slice) => slice !== 'migrations');
    const files = (slice: string, roles: string): string[] =>
      globSync(`apps/${service}/src/${slice}/**/*.${roles}.ts`, { cwd: root });
    // A slice of pure functions has nothing to inject.
    const injected = slices.filter((slice) => files(slice, '{controller,service,store}').length > 0);
    expect(injected.filter((slice) => files(slice, 'module').length === 0)).toEqual([]);
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

describe.each(globSync('{apps,libs}/*/src', { cwd: root }))('the entities of %s', (project) => {
  it('are used by stores or services, not only listed', () => {
    const texts = globSync(`${project}/**/*.ts`, { cwd: root })
      .filter((file) => !/\.(spec|module|entity|entities)\.ts$/.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'));
    const unused = globSync(`${project}/**/*.entity.ts`, { cwd: root }).filter((entity) => {
      const imported = new RegExp(`from '[^']*/${basename(entity, '.ts')}\\.js'`);
      return !texts.some((text) => imported.test(text));
    });
    expect(unused).toEqual([]);
  });
});

describe('the rooms of the repository', () => {
  it('hold at most 15 files each', () => {
    const ignored = /(^|\/)(node_modules|dist|migrations|decisions)(\/|$)|^\.(git|nx|local|tools)(\/|$)/;
    const folders = globSync('{apps,libs,e2e,tools,deploy,docs}/**/', { cwd: root })
      .map((folder) => folder.replace(/\/$/, ''))
      .filter((folder) => !ignored.test(folder));
    const heaps = folders
      .map((folder) => [folder, filesIn(folder).filter((file) => !/\.spec\.ts$/.test(file)).length] as const)
      .filter(([, count]) => count > 15);
    expect(heaps).toEqual([]);
  });
});
