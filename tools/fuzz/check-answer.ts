import type { OpenApi } from './operations.ts';
import type { FuzzRequest } from './request.ts';
import { patienceMs, type Answered } from './send.ts';

/** The statuses of requests for which there is no operation. */
const withoutOperation = new Set([204, 400, 401, 403, 404, 405, 413, 415, 431, 501]);

/** Headers of which there were too many are not read: the path is not known then. */
const unread = 431;

/** Returns what is wrong with an answer, or undefined. */
export function faultOf(api: OpenApi, request: FuzzRequest, answer: Answered): string | undefined {
  const { status, ms, failure } = answer;
  if (failure !== undefined) return failure;
  if (status >= 500) return `${status}`;
  if (ms > patienceMs) return `took ${Math.round(ms)} ms`;
  const allowed = allowedFor(api, request);
  if (!allowed.has(status)) return `${status} is not declared`;
  if (request.method === 'HEAD') return undefined;
  return (status >= 400 ? faultOfProblem(api, answer) : undefined) ?? faultByDocument(api, request, answer);
}

/** Compares headers and body with the document, if it is clear which operation the request means. */
function faultByDocument(api: OpenApi, { method, target }: FuzzRequest, answer: Answered): string | undefined {
  const [meant, another] = api.matching(method, target);
  if (!meant || another) return undefined;
  const { status, headers, text } = answer;
  const body: unknown = headers['content-type']?.includes('json') && text !== '' ? JSON.parse(text) : undefined;
  return api.answers.faultOfOperation(method, meant.path, { status, headers, body });
}

function allowedFor(api: OpenApi, { method, target }: FuzzRequest): Set<number> {
  const meant = api.matching(method, target);
  return meant.length === 0 ? withoutOperation : new Set(meant.flatMap(({ statuses }) => [...statuses]));
}

function faultOfProblem(api: OpenApi, { status, headers, text }: Answered): string | undefined {
  const contentType = headers['content-type'] ?? '';
  if (!contentType.startsWith('application/problem+json')) return `${status} with ${contentType || 'no content type'}`;
  try {
    const problem = JSON.parse(text) as Record<string, unknown>;
    const empty = (member: string): boolean => problem[member] === '' && !(member === 'instance' && status === unread);
    const missing = api.problemMembers.filter((member) => problem[member] === undefined || empty(member));
    if (missing.length > 0) return `a problem without ${missing.join(', ')}`;
    return problem['status'] === status ? undefined : 'a problem of another status';
  } catch {
    return 'a problem that is no JSON';
  }
}
