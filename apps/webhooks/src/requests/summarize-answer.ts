import type { Shipped } from './shipment.js';

/** The limit of a stored answer, in bytes of UTF-8. */
const answerKept = 1_024;

export function summarizeAnswer({ attemptId, startedAt, durationMs, headers, links, posted }: Shipped) {
  const answered = 'status' in posted;
  return {
    id: attemptId,
    headers,
    // Null takes no space.
    links: links.length > 0 ? [...links] : null,
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(durationMs * 100) / 100,
    status: answered ? posted.status : null,
    answer: answered ? firstBytes(posted.body) || null : null,
    error: answered ? null : posted.error,
  };
}

/** Cuts between characters. */
function firstBytes(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(answerKept));
  return text.slice(0, read);
}
