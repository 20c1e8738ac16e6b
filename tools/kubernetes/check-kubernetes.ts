// `npm run check-kubernetes`: makes the manifests of deploy/kubernetes with kubectl's kustomize, compares them with
// production.rendered.yaml, which the specs read, and validates each one by the model of its kind. Then it plants faults, each of
// which has to be found. UPDATE_DOCS=1 writes the file. NATS_CHART names a folder with NATS's Helm chart; without it the values
// for the chart are not rendered here.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { hashOfSources, headerOf } from '../../deploy/kubernetes/sources.ts';
import { compile, invalid, type Manifest } from './models.ts';
import { withUnknownFields, withWrongTypes } from './plant-faults.ts';
import { run } from './programs.ts';

const here = resolve(import.meta.dirname, '../../deploy/kubernetes');
const rendered = join(here, 'production.rendered.yaml');
const faults: string[] = [];

const production = run('kubectl', 'kustomize', join(here, 'production'));
compareWithFile(headerOf(hashOfSources()) + production);
const manifests = [production, run('kubectl', 'kustomize', join(here, 'base')), ...chart()].flatMap(parse);
await step('are valid', () => validate(manifests));
await step('are found when faults are planted', () => findPlanted(oneOfEachKind(parse(production))));

for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'passed' : `FAILED: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

function parse(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

function compareWithFile(text: string): void {
  if (process.env['UPDATE_DOCS']) writeFileSync(rendered, text);
  if (readFileSync(rendered, 'utf8') !== text)
    faults.push('production.rendered.yaml is old: UPDATE_DOCS=1 npm run check-kubernetes');
}

/** NATS's own manifests, by its chart and our values. */
function chart(): string[] {
  const folder = process.env['NATS_CHART'];
  if (folder === undefined) {
    console.log('not done: NATS_CHART names no folder with the chart of NATS');
    return [];
  }
  const values = ['values.yaml', 'accounts.json'].flatMap((file) => ['-f', join(here, 'production/nats', file)]);
  return [run('helm', 'template', 'nats', folder, '-n', 'ces', ...values)];
}

async function step(what: string, work: () => Promise<string>): Promise<void> {
  const begun = performance.now();
  const about = await work();
  console.log(`${about} ${what} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`);
}

async function validate(all: Manifest[]): Promise<string> {
  for (const manifest of all) {
    const fault = await invalid(manifest);
    if (fault !== undefined) faults.push(fault);
  }
  faults.push(...compile(all).filter((fault) => fault !== ''));
  return `${all.length} manifests`;
}

function oneOfEachKind(all: Manifest[]): Manifest[] {
  return [...new Map(all.map((manifest) => [manifest.kind, manifest])).values()];
}

async function findPlanted(all: Manifest[]): Promise<string> {
  const unknown = all.flatMap(withUnknownFields);
  const outcomes = compile(unknown.map(([, faulty]) => faulty));
  for (const [index, [path, { kind }]] of unknown.entries())
    if (!outcomes[index]?.includes('unknownField')) faults.push(`an unknown field of ${kind}${path} is not found`);
  const wrong = all.flatMap(withWrongTypes);
  const overlooked: typeof wrong = [];
  for (const each of wrong) if ((await invalid(each[1])) === undefined) overlooked.push(each);
  for (const [index, outcome] of compile(overlooked.map(([, faulty]) => faulty)).entries()) {
    const [path, { kind } = { kind: '' }] = overlooked[index] ?? [];
    if (outcome === '') faults.push(`a wrong type of ${kind}${path ?? ''} is not found`);
  }
  return `${unknown.length} unknown fields and ${wrong.length} wrong types`;
}
