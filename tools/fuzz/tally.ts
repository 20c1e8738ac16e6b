import type { Operation } from './operations.ts';
import type { FuzzRequest } from './request.ts';
import type { Answered } from './send.ts';

interface Fault {
  fault: string;
  kind: string;
  request: string;
  answer: string;
  count: number;
}

const shownBytes = 600;

/** Keeps only the first request for each fault. */
export class Tally {
  readonly #counts = new Map<string, Map<number, number>>();
  readonly #faults = new Map<string, Fault>();

  constructor(operations: readonly Operation[]) {
    for (const { key } of operations) this.#counts.set(key, new Map());
  }

  count(key: string, status: number): void {
    const counts = this.#counts.get(key) ?? new Map<number, number>();
    this.#counts.set(key, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  fault(key: string, fault: string, kind: string, request: FuzzRequest, answer: Answered): void {
    const name = `${key}: ${fault}`;
    const known = this.#faults.get(name);
    if (known) known.count += 1;
    else this.#faults.set(name, { fault: name, kind, request: shown(request), answer: cut(answer.text), count: 1 });
  }

  get sound(): boolean {
    return this.#faults.size === 0;
  }

  seldom(operations: readonly Operation[], least: number): string[] {
    return operations.flatMap(({ key }) => {
      const counts = [...(this.#counts.get(key) ?? [])];
      const good = counts.reduce((sum, [status, n]) => sum + (status >= 200 && status < 300 ? n : 0), 0);
      return good < least ? [`${key} was answered 2xx ${good} times`] : [];
    });
  }

  table(): string {
    const rows = [...this.#counts].map(([key, counts]) => {
      const sorted = [...counts].sort(([a], [b]) => a - b).map(([status, n]) => `${status || 'none'}×${n}`);
      return `${key.padEnd(78)} ${sorted.join(' ')}`;
    });
    return rows.join('\n');
  }

  faults(): string {
    return [...this.#faults.values()]
      .map(
        ({ fault, count, kind, request, answer }) => `${count} × ${fault} (${kind})\n    ${request}\n    → ${answer}`,
      )
      .join('\n');
  }
}

/** One line from which the request can be repeated. Tokens and nonces of a private stack are useless elsewhere. */
function shown({ method, target, headers, body }: FuzzRequest): string {
  const named = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization' && value.length > 60 ? `${name}: (a token)` : `${name}: ${value}`,
  );
  const sent = typeof body === 'string' ? JSON.stringify(body) : (body?.toString('hex') ?? '');
  return cut(`${method} ${target} | ${named.join(' | ')} | ${sent}`);
}

function cut(text: string): string {
  return text.length > shownBytes ? `${text.slice(0, shownBytes)}… (${text.length} characters)` : text;
}
