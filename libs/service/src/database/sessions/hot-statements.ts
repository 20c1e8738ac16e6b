const often = 20;
const mostNames = 150;
/** Longer texts are made for one occasion. */
const longest = 6_000;
const mostCounted = 2_000;
/** Plans are made again after this time, because tables grow, and PostgreSQL plans again only after an ANALYZE. */
const plannedForMs = 10_000;
/** Other statements run seldom, or cannot be prepared. */
const preparable = /^\s*(select|insert|update|delete|with)\b[^;]*$/i;
/** The result of such a statement changes with the table. The columns of `unnest` stand in the statement itself. */
const allColumns = /(\bselect|\breturning|,)\s+(\w+\.)?\*(?!\s+from\s+unnest\b)/i;
/** A table that exists for a while, such as that of an upload. */
const idInText = /[0-9a-f]{16}/;

/** Names the statements of a pool that run often: a session parses and plans a named statement less often. */
export class HotStatements {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** '' for a statement that has no name. Call it for each run. */
  nameOf(text: string): string {
    const name = this.names.get(text);
    if (name !== undefined) return name;
    if (this.names.size === mostNames) return '';
    const count = (this.counts.get(text) ?? 0) + 1;
    // There are many texts with a list of values of changing length, and hardly any of them runs often.
    if (this.counts.size === mostCounted) this.counts.clear();
    this.counts.set(text, count);
    if (count < often || !isFit(text)) return '';
    this.counts.delete(text);
    const given = `hot ${this.names.size}`;
    this.names.set(text, given);
    return given;
  }

  /** For a statement whose result has changed: sessions can neither use its plan nor replace it. */
  forget(text: string): void {
    this.names.set(text, '');
  }
}

function isFit(text: string): boolean {
  return text.length <= longest && preparable.test(text) && !allColumns.test(text) && !idInText.test(text);
}

/** The names that one session gives its statements. */
export class NamesOfSession {
  private plannedAt = performance.now();

  constructor(private readonly hot: HotStatements) {}

  nameOf(text: string): string {
    return this.hot.nameOf(text);
  }

  /** True if the session must give up its plans now. It then counts anew. */
  areDue(): boolean {
    if (performance.now() - this.plannedAt < plannedForMs) return false;
    this.plannedAt = performance.now();
    return true;
  }

  /** True for a statement that succeeds under no name, after a newer release has changed the types of its result. */
  isStale(error: unknown, text: string): error is Error {
    // A pooler may lose a statement, too.
    const isStale = error instanceof Error && 'code' in error && (error.code === '0A000' || error.code === '26000');
    if (isStale) this.hot.forget(text);
    return isStale;
  }
}

/** Gives up all plans of a session. */
export const discardPlans = 'DISCARD PLANS';

/** SQLSTATE of a transaction that succeeds if it is tried again. */
export const retryable = '40001';
