import { enoughFaults } from '@ces/contracts/problems';

/** A fault, with an RFC 6901 pointer in its fragment form (`#/age`) to its place. */
export interface Fault {
  pointer: string;
  code: string;
  detail: string;
}

export const MAX_FAULTS = enoughFaults;

export class SchemaRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], options?: ErrorOptions) {
    super(`Event definition refused: ${faults[0]?.detail ?? 'no reason given'}`, options);
    this.name = 'SchemaRefused';
    this.faults = faults.slice(0, MAX_FAULTS);
  }
}

export class DataRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`Event data refused: ${faults[0]?.detail ?? 'no reason given'}`);
    this.name = 'DataRefused';
    this.faults = faults.slice(0, MAX_FAULTS);
  }
}

/** The validation of this data by this definition would hold the thread for too long. */
export class ValidationTooCostly extends Error {
  constructor(options?: ErrorOptions) {
    super('The validation of the data by this definition takes more work than is allowed', options);
    this.name = 'ValidationTooCostly';
  }
}
