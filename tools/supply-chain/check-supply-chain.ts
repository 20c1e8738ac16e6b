// `npm run check-supply-chain`: makes the node_modules of the image with the command of the Dockerfile, in a temporary folder.
// Checks its size, its packages and their licenses, writes and validates its bill of materials
// (.local/supply-chain/sbom.cdx.json), and starts the apps with it. Asks the registry for known weaknesses, and says "not done"
// when it gives no answer.
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApps } from './start-apps.ts';
import { allowedLicenses, compilers, idOf, installCommand, productionPackages, root } from './production-packages.ts';

interface Manifest {
  name: string;
  version: string;
  license?: string;
  licenses?: { type: string }[];
}

interface Component {
  group?: string;
  name: string;
  version: string;
}

const mostBytes = 180_000_000;
const block = 4_096;
const sbom = join(root, '.local/supply-chain/sbom.cdx.json');
const faults: string[] = [];
const tree = mkdtempSync(join(tmpdir(), 'ces-image-'));
// PostgreSQL runs as a user of its own where this runs as root.
chmodSync(tree, 0o755);

try {
  await step('node_modules of the image', install);
  await step('size', checkSize);
  await step('packages and licenses', checkPackages);
  await step('bill of materials', checkBill);
  await step('apps', tryApps);
  await step('audit', audit);
} finally {
  rmSync(tree, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'passed' : `FAILED: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function step(name: string, work: () => string | Promise<string>): Promise<void> {
  const begun = performance.now();
  const outcome = await work();
  console.log(`${name}: ${outcome} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`);
}

function run(cwd: string, command: string, ...args: string[]): SpawnSyncReturns<string> {
  const env = { ...process.env, NX_DAEMON: 'false' };
  return spawnSync(command, args, { cwd, encoding: 'utf8', env, maxBuffer: 64 * 1_024 * 1_024 });
}

function demand({ status, stdout, stderr }: SpawnSyncReturns<string>): void {
  if (status !== 0) throw new Error(`a command failed:\n${stdout}\n${stderr}`);
}

function install(): string {
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(root, file), join(tree, file));
  demand(run(tree, 'sh', '-c', installCommand()));
  return 'made';
}

/** Counts whole blocks, because that is what small files take on a disk. */
function checkSize(): string {
  const files = globSync('node_modules/**/*', { cwd: tree }).map((file) => statSync(join(tree, file)));
  const bytes = files.reduce((sum, { size }) => sum + Math.ceil(size / block) * block, 0);
  if (bytes > mostBytes) faults.push(`node_modules of the image takes ${bytes} bytes, more than ${mostBytes}`);
  return `${Math.round(bytes / 1e6)} MB in ${files.length} files and folders`;
}

function checkPackages(): string {
  const listed = new Map(productionPackages().map((one) => [idOf(one), one.license]));
  const found = manifests();
  for (const manifest of found) {
    const id = idOf(manifest);
    const license = manifest.license ?? manifest.licenses?.[0]?.type ?? listed.get(id) ?? '';
    if (!listed.has(id)) faults.push(`${id} is in the tree, but not in docs/licenses.md`);
    if (license !== listed.get(id))
      faults.push(`${id} has the license ${license}, not ${listed.get(id) ?? 'a listed one'}`);
    if (!allowedLicenses.includes(license)) faults.push(`${id} has the license ${license}, which is not allowed`);
    if (compilers.test(manifest.name)) faults.push(`${id} is a compiler`);
  }
  return `${found.length} packages`;
}

/** A package is what lies directly in a folder node_modules or in a folder of a scope. */
function manifests(): Manifest[] {
  return globSync('node_modules/**/package.json', { cwd: tree })
    .filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
    .map((file) => JSON.parse(readFileSync(join(tree, file), 'utf8')) as Manifest);
}

function checkBill(): string {
  mkdirSync(join(sbom, '..'), { recursive: true });
  const maker = join(import.meta.dirname, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js');
  // npm takes it for an error that the Dockerfile has removed packages.
  const options = ['--omit=dev', '--ignore-npm-errors', '--flatten-components', '--output-reproducible', '--validate'];
  demand(run(tree, process.execPath, maker, ...options, '--spec-version=1.6', `--output-file=${sbom}`, 'package.json'));
  const { components } = JSON.parse(readFileSync(sbom, 'utf8')) as { components: Component[] };
  const named = new Set(
    components.map(({ group, name, version }) => idOf({ name: group ? `${group}/${name}` : name, version })),
  );
  const present = new Set(manifests().map(idOf));
  for (const id of present) if (!named.has(id)) faults.push(`the bill of materials lacks ${id}`);
  for (const id of named) if (!present.has(id)) faults.push(`the bill of materials has ${id}, and the tree does not`);
  return `${components.length} components, valid CycloneDX 1.6`;
}

async function tryApps(): Promise<string> {
  // Into a folder of its own: a stack that runs beside this check reads files of dist/.
  const projects = globSync(['apps/*', 'libs/*'], { cwd: root });
  const dist = join(tree, 'dist');
  demand(run(root, process.execPath, 'tools/build.mjs', `--to=${dist}`, ...projects));
  demand(run(root, process.execPath, 'tools/bundle.mjs', dist));
  const found = await startApps(tree);
  faults.push(...found.faults);
  return found.tried;
}

function audit(): string {
  const { stdout } = run(root, 'npm', 'audit', '--omit=dev', '--package-lock-only', '--json');
  const answer = answerIn(stdout);
  if (!answer?.metadata) return 'not done: the registry gives no answer';
  const { high = 0, critical = 0, total = 0 } = answer.metadata.vulnerabilities;
  if (high + critical > 0) faults.push(`npm audit --omit=dev knows ${high} high and ${critical} critical weaknesses`);
  return `${total} known weaknesses`;
}

function answerIn(text: string): { metadata?: { vulnerabilities: Record<string, number> } } | undefined {
  try {
    return JSON.parse(text) as { metadata?: { vulnerabilities: Record<string, number> } };
  } catch {
    return undefined;
  }
}
