import { CesError } from '@ces/sdk';
import { isDeepStrictEqual } from 'node:util';
import type { Installation } from './installation.ts';
import { textOf } from './installation.ts';
import type { Json, Present, Wanted } from './kinds.ts';
import { kinds } from './kinds.ts';
import { toIds } from './references.ts';

interface Difference {
  pointer: string;
  before: unknown;
  after: unknown;
}

export interface Step {
  kind: string;
  key: string;
  /** `stays`: nobody can delete it. */
  action: 'create' | 'update' | 'unchanged' | 'delete' | 'stays';
  differences: Difference[];
}

/** True if nobody can bring back what the step ends. */
export function endsForGood({ action, differences }: Step): boolean {
  return action === 'delete' || differences.some(({ pointer, after }) => pointer === '#/state' && after === 'ended');
}

interface DryRun {
  status: 'created' | 'updated' | 'unchanged';
  differences: Difference[];
}

const actions = { created: 'create', updated: 'update', unchanged: 'unchanged' } as const;

/** The steps that make an installation like the files. Nothing is changed. Throws all faults that the service finds in the files. */
export async function planOf(wanted: readonly Wanted[], installation: Installation, prune: boolean): Promise<Step[]> {
  const faults: string[] = [];
  const steps: Step[] = [];
  for (const each of wanted) {
    try {
      steps.push(await stepOf(each, wanted, installation));
    } catch (error) {
      if (!(error instanceof CesError) || error.status === 0 || error.status >= 500 || error.status === 401)
        throw error;
      faults.push(`${each.file}: ${error.code}: ${error.message}`);
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return prune ? [...steps, ...(await surplus(wanted, installation))] : steps;
}

async function stepOf(one: Wanted, wanted: readonly Wanted[], installation: Installation): Promise<Step> {
  const { kind, key, content, adopt } = one;
  const step = { kind: kind.name, key };
  if (kind.name === 'events') return { ...step, ...(await eventStep(one, installation)) };
  const { content: body, missing } = await toIds(content, installation);
  const lost = missing.filter(
    ({ kind: of, name }) => !wanted.some((other) => other.kind.name === of && other.key === name),
  );
  if (lost.length > 0) {
    const names = lost.map(({ kind: of, name }) => `${of}/${name}`).join(', ');
    throw new CesError('reference-unknown', `${names}: neither in the folder nor in the installation`, { status: 422 });
  }
  const present = await installation.find(kind.name, key);
  if (missing.length > 0) {
    // The service cannot judge it before the objects are there that it refers to.
    const after = `refers to ${missing.map(({ kind: of, name }) => `${of}/${name}`).join(', ')}, made in the same run`;
    return {
      ...step,
      action: present === undefined ? 'create' : 'update',
      differences: [{ pointer: '#', before: null, after }],
    };
  }
  const { state, ...request } = body;
  const path = `${kind.path}/by-name/${key}`;
  const answer = await installation.ces.request<DryRun>('PUT', path, {
    body: request,
    query: { dry_run: true, adopt },
  });
  const differences = [...answer.differences, ...stateDifference(state, present)];
  const changed = answer.status === 'unchanged' && differences.length > 0 ? 'updated' : answer.status;
  return { ...step, action: actions[changed], differences };
}

/** A file without a state leaves it to those who run the campaign. */
function stateDifference(wanted: unknown, present: Present | undefined): Difference[] {
  const before = present?.['state'] ?? 'draft';
  return wanted === undefined || wanted === before ? [] : [{ pointer: '#/state', before, after: wanted }];
}

async function eventStep(
  { key, content }: Wanted,
  installation: Installation,
): Promise<Pick<Step, 'action' | 'differences'>> {
  const present = await installation.find('events', key);
  const before = withoutAddress(present?.['definition']);
  const after = withoutAddress({ type: 'object', ...content });
  if (present === undefined) return { action: 'create', differences: [] };
  if (isDeepStrictEqual(before, after)) return { action: 'unchanged', differences: [] };
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const differing = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return {
    action: 'update',
    differences: differing.map((name) => ({
      pointer: `#/${name}`,
      before: before[name] ?? null,
      after: after[name] ?? null,
    })),
  };
}

/** The address of an installation is in every definition there. */
export function withoutAddress(definition: unknown): Json {
  const all = Object.entries((definition ?? {}) as Json);
  return Object.fromEntries(all.filter(([name]) => name !== '$id' && name !== '$schema'));
}

/** Objects with a key for which there is no file. Those without a key are not ours, nor are kinds without any file. */
async function surplus(wanted: readonly Wanted[], installation: Installation): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { name } of kinds.toReversed()) {
    if (name === 'events' || !wanted.some(({ kind }) => kind.name === name)) continue;
    for (const present of await installation.all(name)) {
      const { key } = present;
      if (key === null || wanted.some((each) => each.kind.name === name && each.key === key)) continue;
      const state = name === 'campaigns' ? textOf(present['state']) : 'draft';
      if (state === 'ended') continue;
      const goes = ['webhooks', 'clients', 'optins', 'campaigns'].includes(name);
      const differences = state === 'draft' ? [] : [{ pointer: '#/state', before: state, after: 'ended' }];
      steps.push({ kind: name, key, action: goes ? 'delete' : 'stays', differences });
    }
  }
  return steps;
}
