import { Refusal } from './refusal.js';

/** An object typed as JSON. What is none is refused as the API would refuse it. */
export function parseJson(text: string): Record<string, never> {
  try {
    return JSON.parse(text) as Record<string, never>;
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'JSON';
    throw new Refusal(400, { title: 'JSON', code: 'malformed-json', detail });
  }
}
