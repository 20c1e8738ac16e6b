import { NewSimulation } from '@ces/contracts/campaigns/campaign-outcomes';
import { check } from '@ces/contracts/check';
import { parseJson, textOf } from '../http/bodies/check-pipe.js';
import { rawData } from '../http/bodies/raw-data.js';

/** Keeps the event's data as the text that was sent, and validates the other fields. */
export async function simulationOf(body: unknown): Promise<Omit<NewSimulation, 'data'> & { data: string }> {
  const parsed = parseJson(body);
  const { user_id, event_name } = await check(NewSimulation, withoutData(parsed), 'refuse');
  const [data = '{}'] = rawData(`[${textOf(body)}]`);
  return { user_id, event_name, data };
}

function withoutData(parsed: unknown): unknown {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return parsed;
  const { data } = parsed as { data?: unknown };
  return { ...parsed, data: typeof data === 'object' && data !== null && !Array.isArray(data) ? {} : data };
}
