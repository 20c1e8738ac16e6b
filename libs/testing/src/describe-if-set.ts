/** Skips a suite unless the variable is set: the suite needs programs or time that only a stage of `.ci/run` has. */
export function describeIfSet(variable: 'CLUSTERS' | 'PGBOUNCER'): jest.Describe {
  return process.env[variable] === undefined ? describe.skip : describe;
}
