import type { Config } from 'jest';

export default {
  testMatch: ['<rootDir>/{apps,libs,e2e,tools,deploy}/**/*.spec.ts'],
  testRunner: '<rootDir>/libs/testing/src/run/native-circus.mjs',
  testEnvironment: 'node',
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.local', '<rootDir>/.tools'],
  globalSetup: '<rootDir>/libs/testing/src/run/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/run/global-teardown.ts',
  // Most of a spec's time goes to servers that start and to time that must pass: three workers keep two cores busy.
  maxWorkers: 4,
  // A worker keeps what its specs have left behind, so one that has grown makes room for a new one.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
} satisfies Config;
