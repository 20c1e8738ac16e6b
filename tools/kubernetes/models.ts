// Manifests against the models of their kinds. The validators know types, formats and words, but let unknown fields pass; those
// are found by the TypeScript compiler, to which each manifest is a literal of its kind's type.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { packages, workplace } from './programs.ts';

export type Tree = { [name: string]: unknown };

export interface Manifest extends Tree {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

interface Model {
  validate(): void;
}

/** Groups of custom resources, and the packages with their models. All others are Kubernetes' own. */
const custom: Record<string, string> = {
  'keda.sh': '@kubernetes-models/keda/keda.sh',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator/monitoring.coreos.com',
};

/** The plugin's resource has no model. Nearly all of it is this type, of which there is one. */
const store =
  '@kubernetes-models/cloudnative-pg/github.com/cloudnative-pg/barman-cloud/pkg/api/BarmanObjectStoreConfiguration';
const storeType = (type: string): string =>
  `{ apiVersion: 'barmancloud.cnpg.io/v1'; kind: 'ObjectStore'; metadata: { name: string; namespace?: string };
     spec: { retentionPolicy?: string; configuration: ${type} } }`;

function isStore({ apiVersion, kind }: Manifest): boolean {
  return apiVersion === 'barmancloud.cnpg.io/v1' && kind === 'ObjectStore';
}

/** The faults that the validator of the manifest's kind finds, or undefined. */
export async function invalid(manifest: Manifest): Promise<string | undefined> {
  const name = modelOf(manifest);
  const path = pathToFileURL(join(packages, `${name}.js`)).href;
  const found = (await import(path)) as Record<string, new (data: unknown) => Model>;
  const Model = found[name.slice(name.lastIndexOf('/') + 1)];
  if (!Model) throw new Error(`${name} has no model`);
  try {
    const { configuration } = isStore(manifest) ? (manifest['spec'] as Tree) : {};
    new Model(structuredClone(configuration ?? manifest)).validate();
    return undefined;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${String(error)}`;
  }
}

/** The faults that the compiler finds in each of the manifests; an empty text means that it has the type of its kind. */
export function compile(manifests: Manifest[]): string[] {
  mkdirSync(workplace, { recursive: true });
  const files = manifests.map((manifest, index) => {
    const file = join(workplace, `manifest-${index}.ts`);
    writeFileSync(file, sourceOf(manifest));
    return file;
  });
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
  });
  return files.map((file, index) => {
    const faults = program.getSemanticDiagnostics(program.getSourceFile(file));
    const texts = faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n  '));
    const { kind = '', metadata } = manifests[index] ?? {};
    return texts.length === 0 ? '' : `${kind} ${metadata?.name ?? ''}: ${texts.join('\n')}`;
  });
}

function modelOf(manifest: Manifest): string {
  const { apiVersion, kind } = manifest;
  if (isStore(manifest)) return store;
  const [group = ''] = apiVersion.split('/');
  return `${apiVersion.replace(group, custom[group] ?? `kubernetes-models/${group}`)}/${kind}`;
}

function sourceOf(manifest: Manifest): string {
  const name = modelOf(manifest);
  const type = `I${name.slice(name.lastIndexOf('/') + 1)}`;
  return `import type { ${type} } from '${name}';
type Kind = ${isStore(manifest) ? storeType(type) : type};
export const manifest: Kind = ${JSON.stringify(manifest, dropNull, 2)};
`;
}

/** Kubernetes takes a field that is null for one that is not there. */
function dropNull(_: string, value: unknown): unknown {
  return value ?? undefined;
}
