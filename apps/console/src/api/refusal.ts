export interface Fault {
  pointer: string;
  code: string;
  detail: string;
}

interface ProblemDocument {
  title?: string;
  detail?: string;
  code?: string;
  request_id?: string;
  errors?: Fault[];
  usages?: { campaign_id: string; name: string }[];
}

/** An answer other than 2xx, or none at all (status 0). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly requestId: string | undefined;
  readonly errors: readonly Fault[];
  readonly usages: readonly { campaign_id: string; name: string }[];

  constructor(status: number, problem: ProblemDocument, requestId?: string | null) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.title = problem.title ?? `HTTP ${status}`;
    this.requestId = problem.request_id ?? requestId ?? undefined;
    this.errors = problem.errors ?? [];
    this.usages = problem.usages ?? [];
  }

  /** The fault of one field of the body, such as `#/name`. */
  faultAt(pointer: string): string | undefined {
    return this.errors.find((fault) => fault.pointer === pointer)?.detail;
  }
}

export async function refusalOf(answer: Response): Promise<Refusal> {
  const text = await answer.text();
  return new Refusal(answer.status, parsed(text), answer.headers.get('X-Request-Id'));
}

function parsed(text: string): ProblemDocument {
  try {
    return JSON.parse(text) as ProblemDocument;
  } catch {
    return {};
  }
}
