import type { Config } from 'jest';
import { resolve } from 'node:path';

// Workers and the processes that specs start compile the same packages again and again.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, 'node_modules/.cache/ces-compiled');

export default {
  // The rest of the checkout has no specs; to look through node_modules takes five seconds.
  roots: ['apps', 'libs', 'e2e', 'tools', 'deploy'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.spec.ts'],
  testRunner: '<rootDir>/libs/testing/src/run/native-circus.mjs',
  testSequencer: '<rootDir>/libs/testing/src/run/order-specs.mjs',
  testEnvironment: 'node',
  transform: {},
  globalSetup: '<rootDir>/libs/testing/src/run/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/run/global-teardown.ts',
  // Most of a spec's time goes to servers that start and to time that must pass: four workers keep two cores busy.
  maxWorkers: 4,
  // A worker keeps what its specs have left behind, so one that has grown makes room for a new one.
  workerIdleMemoryLimit: '2GB',
  // A worker that ends first writes down what it has compiled and frees its memory, which takes seconds on a busy machine. Jest
  // would take that for a spec that has left a handle open.
  workerGracefulExitTimeout: 10_000,
  // A spec that takes longer has hung. Specs that measure time name their own limits.
  testTimeout: 120_000,
} satisfies Config;
