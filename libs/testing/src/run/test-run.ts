import type { RunningServer } from '../../../local-stack/src/processes/child-process.ts';

interface TestRun {
  dir?: string;
  postgres?: RunningServer;
  nats?: RunningServer;
  /** Ends what the specs of this process share. */
  endings?: (() => Promise<void>)[];
}

declare global {
  var testRunOfCes: TestRun | undefined;
}

/** A global carries data from set-up to tear-down, because jest loads each of the two with modules of its own. */
export const testRun: TestRun = (globalThis.testRunOfCes ??= {});
