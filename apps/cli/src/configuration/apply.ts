import type { Campaign } from '@ces/sdk';
import { randomUUID } from 'node:crypto';
import type { Installation } from './installation.ts';
import { kindOf, textOf } from './installation.ts';
import type { KindName, Present, Wanted } from './kinds.ts';
import type { Step } from './plan.ts';
import { toIds } from './references.ts';

/** A secret that the service shows this once. */
export interface Done {
  step: Step;
  secret?: string;
}

/** Does a step of the plan. Done again, it changes nothing. */
export async function doStep(step: Step, wanted: readonly Wanted[], installation: Installation): Promise<Done> {
  if (step.action === 'unchanged' || step.action === 'stays') return { step };
  if (step.action === 'delete') {
    await remove(step, installation);
    return { step };
  }
  const one = wanted.find(({ kind, key }) => kind.name === step.kind && key === step.key);
  if (one === undefined) throw new Error(`there is no file of ${step.kind}/${step.key}`);
  if (one.kind.name === 'events') {
    const $id = `${await installation.publicUrl()}/api/1/terminal/events/${one.key}`;
    await installation.ces.events.define(one.key, { ...one.content, $id });
    return { step };
  }
  return { step, ...(await put(one, installation)) };
}

async function put({ kind, key, content, adopt }: Wanted, installation: Installation): Promise<{ secret?: string }> {
  const { content: body } = await toIds(content, installation);
  const { state, ...request } = body;
  const { secret, ...made } = await installation.ces.request<Present & { secret?: string }>(
    'PUT',
    `${kind.path}/by-name/${key}`,
    // An answer that got lost may have held the only copy of a secret.
    { body: request, query: { adopt }, headers: { 'idempotency-key': randomUUID() } },
  );
  await installation.note(kind.name, { ...made, key });
  if (typeof state === 'string') await bringTo(state, made as unknown as Campaign, installation);
  return secret === undefined ? {} : { secret };
}

async function bringTo(state: string, { id, state: now }: Campaign, { ces }: Installation): Promise<void> {
  if (state === now) return;
  if (state === 'running') await ces.campaigns.start(id);
  else if (state === 'paused') {
    if (now === 'draft') await ces.campaigns.start(id);
    await ces.campaigns.pause(id);
  } else if (state === 'ended') await ces.campaigns.end(id);
  else throw new Error(`A campaign that is ${now} cannot become ${state}.`);
}

async function remove({ kind, key }: Step, installation: Installation): Promise<void> {
  const present = await installation.find(kind as KindName, key);
  if (present === undefined) return;
  if (kind === 'campaigns' && textOf(present['state']) !== 'draft') {
    await installation.ces.campaigns.end(present.id);
    return;
  }
  await installation.ces.request('DELETE', `${kindOf(kind as KindName).path}/${present.id}`);
}
