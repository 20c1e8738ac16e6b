import type { RunningServer } from '../../local-stack/src/processes/child-process.ts';

interface TestRun {
  dir?: string;
  postgres?: RunningServer;
  nats?: RunningServer;
}

declare global {
  var testRunOfCes: TestRun | undefined;
}

/** What set-up hands to tear-down: jest loads the two files apart, so a module's variable would be two. */
export const testRun: TestRun = (globalThis.testRunOfCes ??= {});
