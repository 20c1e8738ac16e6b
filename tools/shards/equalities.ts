/**
 * Which columns of a statement must have equal values. An equality within a part that only filters, such as NOT EXISTS or the
 * right side of a LEFT JOIN, holds for its own columns and says nothing about those outside.
 */
export class Equalities {
  private readonly equals: Set<number>[] = [];
  private readonly values: Set<string>[] = [];
  private outside = 0;

  /** A new column, or another value that columns may equal. */
  add(): number {
    this.values.push(new Set());
    return this.equals.push(new Set()) - 1;
  }

  /** A column of UNION: the rows of each side that it has equal it, and it need not equal them. */
  addResult(sides: (number | undefined)[]): number {
    const result = this.add();
    for (const side of sides) if (side !== undefined) this.equals[side]?.add(result);
    return result;
  }

  /** Runs `work` for a part whose equalities do not hold outside of it. */
  inPart(work: () => void): void {
    const before = this.outside;
    this.outside = this.equals.length;
    work();
    this.outside = before;
  }

  equate(a: number, b: number): void {
    if (a >= this.outside) this.equals[a]?.add(b);
    if (b >= this.outside) this.equals[b]?.add(a);
  }

  /** `value` names a value that the statement is given, or `some` values. */
  give(column: number, value: string): void {
    if (column >= this.outside) this.values[column]?.add(value);
  }

  /** The given values that the column must equal, and all columns that it must equal. */
  of(column: number): { columns: Set<number>; values: Set<string> } {
    const columns = new Set([column]);
    for (const each of columns) for (const equal of this.equals[each] ?? []) columns.add(equal);
    return { columns, values: new Set([...columns].flatMap((each) => [...(this.values[each] ?? [])])) };
  }
}
