import type { Config } from 'jest';

export default {
  testMatch: ['<rootDir>/{apps,libs,e2e,tools,deploy}/**/*.spec.ts'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: {
    '^@ces/([\\w-]+)/(.*)$': '<rootDir>/libs/$1/src/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.local'],
  globalSetup: '<rootDir>/libs/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/global-teardown.ts',
  setupFiles: ['reflect-metadata'],
  maxWorkers: 2,
  // Jest keeps the ES modules of each spec. Workers that grow without a bound spend most of their time on garbage collection.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
} satisfies Config;
