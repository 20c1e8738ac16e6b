/** One thing wrong, with an RFC 6901 pointer in its fragment form (`#/age`) to where it is wrong. */
export interface Fault {
  pointer: string;
  code: string;
  detail: string;
}

/** No answer carries more faults than this. */
export const MAX_FAULTS = 100;

/** An event definition that cannot be accepted. */
export class SchemaRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], options?: ErrorOptions) {
    super(`Event definition refused: ${faults[0]?.detail ?? 'no reason given'}`, options);
    this.name = 'SchemaRefused';
    this.faults = faults.slice(0, MAX_FAULTS);
  }
}

/** Event data that cannot be carried unharmed, whatever its schema says. */
export class DataRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`Event data refused: ${faults[0]?.detail ?? 'no reason given'}`);
    this.name = 'DataRefused';
    this.faults = faults.slice(0, MAX_FAULTS);
  }
}

/** Judging this data by this definition would hold the thread for too long. */
export class ValidationTooCostly extends Error {
  constructor(options?: ErrorOptions) {
    super('Judging the data by this definition takes more work than is allowed', options);
    this.name = 'ValidationTooCostly';
  }
}
