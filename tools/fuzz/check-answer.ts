import type { OpenApi } from './operations.ts';
import type { FuzzRequest } from './request.ts';
import { patienceMs, type Answered } from './send.ts';

/** For requests that fit no operation. */
const withoutOperation = new Set([204, 400, 401, 403, 404, 405, 413, 415, 431, 501]);

/** The server does not read a request with too many headers, so its path is unknown. */
const unread = 431;

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
