import { readConfig } from '@ces/service/config/config';
import { names } from './names.js';
import { ProbeApi } from './probe-api.js';
import { ProbeSettings } from './probe.settings.js';

interface Thing {
  id: string;
  name: string;
  state?: string;
}

const campaigns = '/api/1/admin/campaigns';
const stacks = '/api/1/admin/stacks';
const schema = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The user gets one point an hour, so that the rows of an installation that is probed for years stay few. The outcomes of
 * other events say that the cap was reached, which proves as much about the way to the judge.
 */
const caps = [{ scope: 'user', window: { type: 'rolling', seconds: 3_600 }, max: 1 }];

/** Makes what the probe needs and only an administrator may make. It may be repeated, and changes nothing then. */
export async function prepareProbe(env: NodeJS.ProcessEnv): Promise<number> {
  const settings = readConfig(ProbeSettings, env);
  const api = new ProbeApi(settings);
  const signal = AbortSignal.timeout(settings.PROBE_STEP_SECONDS * 1_000);
  try {
    await api.signIn(signal);
    await provider(api, signal);
    await definition(api, signal);
    console.log(`probe: ${await campaign(api, signal)}`);
    return 0;
  } catch (error) {
    console.error(`probe: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/** The name of the issuer leads nowhere, so nobody signs in by this provider. */
async function provider(api: ProbeApi, signal: AbortSignal): Promise<void> {
  const settings = { issuer: 'https://probe.invalid', client_ids: ['ces-probe'] };
  await api.put(`/api/1/admin/providers/${names.provider}`, signal, settings);
}

async function definition(api: ProbeApi, signal: AbortSignal): Promise<void> {
  const { issuer } = await api.get<{ issuer: string }>('/.well-known/openid-configuration', signal);
  const path = `/api/1/terminal/events/${names.event}`;
  await api.put(path, signal, { $id: `${issuer}${path}`, $schema: schema, title: names.event, type: 'object' });
}

async function campaign(api: ProbeApi, signal: AbortSignal): Promise<string> {
  const path = `${campaigns}?${new URLSearchParams({ q: names.campaign, state: 'running' }).toString()}`;
  const isRunning = (await api.get<Thing[]>(path, signal)).some(({ name }) => name === names.campaign);
  if (isRunning) return 'everything is there already';
  const draft = await api.post<Thing>(campaigns, signal, {
    name: names.campaign,
    trigger: { event_name: names.event },
    effects: [{ type: 'transaction', stack_id: await stack(api, signal), value: 1 }],
    caps,
  });
  await api.post(`${campaigns}/${draft.id}:start`, signal);
  return `the campaign ${draft.id} runs`;
}

async function stack(api: ProbeApi, signal: AbortSignal): Promise<string> {
  const found = await api.get<Thing[]>(`${stacks}?${new URLSearchParams({ q: names.stack }).toString()}`, signal);
  const kept = found.find(({ name }) => name === names.stack);
  return (kept ?? (await api.post<Thing>(stacks, signal, { name: names.stack }))).id;
}
