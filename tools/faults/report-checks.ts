export class Report {
  private passed = 0;
  private failed = 0;

  check(what: string, holds: boolean, evidence: string): void {
    if (holds) this.passed += 1;
    else this.failed += 1;
    console.log(holds ? `ok   ${what}` : `FAIL ${what}: ${evidence}`);
  }

  get good(): boolean {
    return this.failed === 0 && this.passed > 0;
  }

  summary(): string {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}

export function some(list: readonly string[]): string {
  return list.length === 0 ? 'none' : `${list.length}, such as ${list.slice(0, 3).join(' | ')}`;
}
