import type { Outcome } from '@ces/contracts/campaigns/campaign-outcomes';
import { readConfig } from '@ces/service/config/config';
import { JsonLogger } from '@ces/service/logging/logger';
import { setTimeout as sleep } from 'node:timers/promises';
import { names } from './names.js';
import { pingReceiver } from './ping-receiver.js';
import { ProbeApi, Refusal } from './probe-api.js';
import { ProbeSettings } from './probe.settings.js';
import { Steps } from './steps.js';

interface Judged {
  id: string;
  campaigns: Outcome[] | null;
}

type Reward = 'granted' | 'capped';

const lookMs = 250;
const unprepared = 'run the command `probe prepare` once, with a client that has the scope admin';

/** Goes the golden path once and reports the result to the gateway. Returns the exit code, and logs one line. */
export async function runProbe(env: NodeJS.ProcessEnv): Promise<number> {
  const settings = readConfig(ProbeSettings, env);
  const api = new ProbeApi(settings);
  const steps = new Steps(settings.PROBE_STEP_SECONDS);
  const end = await goldenPath(api, steps, settings.PROBE_RECEIVER_URL).then(
    (reward) => ({ reward }),
    (error: unknown) => ({ reason: messageOf(error) }),
  );
  const report = await tell(api, steps).catch((error: unknown) => ({ unreported: messageOf(error) }));
  const line = { ...steps.result, ...end, ...report };
  const succeeded = !('reason' in line) && !('unreported' in line);
  const logger = new JsonLogger('probe', 'info');
  if (succeeded) logger.log(line, 'the golden path works', 'Probe');
  else logger.error(line, 'the golden path fails, or its result cannot be reported', 'Probe');
  return succeeded ? 0 : 1;
}

async function goldenPath(api: ProbeApi, steps: Steps, receiver: string): Promise<Reward> {
  await steps.take('token', (signal) => api.signIn(signal));
  const user = await steps.take('user', async (signal) => {
    const path = `/api/1/oauth2/provider/${names.provider}/${names.owner}`;
    return (await hinting(api.post<{ user_id: string }>(path, signal))).user_id;
  });
  const event = await steps.take('event', async (signal) => {
    const path = `/api/1/terminal/${user}/events/${names.event}`;
    return (await hinting(api.post<{ id: string }>(path, signal, {}))).id;
  });
  const reward = await steps.take('reward', (signal) => rewardOf(api, user, event, signal));
  if (receiver !== '') await steps.take('webhook', (signal) => pingReceiver(api, receiver, signal));
  return reward;
}

/** Looks again until the event is judged. A service that is away meanwhile (503) may come back. */
async function rewardOf(api: ProbeApi, user: string, event: string, signal: AbortSignal): Promise<Reward> {
  for (;;) {
    const events = await unlessAway(api.get<Judged[]>(`/api/1/terminal/${user}/events?limit=10`, signal));
    const outcomes = events?.find(({ id }) => id === event)?.campaigns;
    if (outcomes) return rewardAmong(outcomes);
    await sleep(lookMs, undefined, { signal });
  }
}

function unlessAway<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 503) return undefined;
    throw error;
  });
}

function rewardAmong(outcomes: Outcome[]): Reward {
  const own = outcomes.find(({ name }) => name === names.campaign);
  if (!own) throw new Error(`the campaign of the probe does not run: ${unprepared}`);
  if (own.matched) return 'granted';
  if (own.reason === 'caps') return 'capped';
  throw new Error(`no reward: ${own.reason ?? ''} ${own.detail ?? ''}`);
}

/** A 404 of the user or the event means that nobody has prepared them. */
function hinting<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? new Error(`${error.message}; ${unprepared}`) : error;
  });
}

/** Without a token the gateway takes no report, and its metrics show that the last success becomes old. */
async function tell(api: ProbeApi, steps: Steps): Promise<object> {
  if (steps.result.failed === 'token') return {};
  await api.put('/api/1/probe/result', AbortSignal.timeout(steps.limitMs), steps.result);
  return {};
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
