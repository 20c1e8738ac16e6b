export interface Result {
  group: string;
  tried: number;
  held: number;
  broken: string[];
}

/** A check that breaks is printed at once. */
export class Tally {
  readonly result: Result;

  constructor(group: string) {
    this.result = { group, tried: 0, held: 0, broken: [] };
  }

  check(what: string, holds: boolean, evidence: string): void {
    this.result.tried += 1;
    if (holds) {
      this.result.held += 1;
      return;
    }
    const line = `${what}: ${evidence.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
    this.result.broken.push(line);
    console.log(`BROKEN ${this.result.group}: ${line}`);
  }
}
