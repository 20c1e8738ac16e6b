import type { Fault, Problem } from '../generated/api.ts';

/** A call that did not succeed. Compare `code`, which is stable; `message` is for people. */
export class CesError extends Error {
  override readonly name: string = 'CesError';
  /** The code of the problem document, such as `user-not-found`; `network`, `timeout` and `aborted` if there was no answer. */
  readonly code: string;
  /** 0 if there was no answer. */
  readonly status: number;
  /** Each fault of the input, with its place. */
  readonly errors: readonly Fault[];
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The whole document, which has more members for some codes, such as `usages`. */
  readonly problem: Readonly<Partial<Problem>>;

  constructor(code: string, message: string, given: ErrorDetails = {}) {
    super(message, given.cause === undefined ? undefined : { cause: given.cause });
    this.code = code;
    this.status = given.status ?? 0;
    this.problem = given.problem ?? {};
    this.errors = this.problem.errors ?? [];
    this.requestId = given.requestId ?? this.problem.request_id;
    this.retryAfterSeconds = given.retryAfterSeconds;
  }
}

interface ErrorDetails {
  status?: number;
  problem?: Partial<Problem>;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Routes of `/oauth2` answer as OAuth says, and a proxy in between may answer anything. */
export async function errorOf(answer: Response): Promise<CesError> {
  const text = await answer.text().catch(() => '');
  const { status } = answer;
  const details = {
    status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterOf(answer.headers),
  };
  const body = parsed(text);
  if (typeof body?.['code'] === 'string') {
    const problem = body as Partial<Problem>;
    const faults = (problem.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
    const words = [problem.detail ?? problem.title ?? '', ...faults].filter((each) => each !== '').join('; ');
    return new CesError(problem.code ?? '', words, { ...details, problem });
  }
  if (typeof body?.['error'] === 'string') {
    const { error, error_description: words } = body;
    return new CesError(error, typeof words === 'string' ? words : error, details);
  }
  return new CesError(`http-${status}`, `The answer is ${status} ${answer.statusText}`.trim(), details);
}

/** Seconds or a date. */
function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const seconds = Number(given);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const moment = Date.parse(given);
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1_000));
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const body = JSON.parse(text) as unknown;
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
