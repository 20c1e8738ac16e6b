// The `testSequencer` of jest.config.ts. Jest's own order depends on the times of earlier runs, which a new clone lacks. It
// notes no results, so jest's options --onlyFailures and --shard do not work.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { shares } from './sharing.ts';

/** Short files that take ten seconds and more, and wait for most of them. By their size they would come last, or all at once. */
const waiting = [
  'apps/segments/src/matching/replaced-replica.spec.ts',
  'apps/webhooks/src/delivery/claim/absent-senders.spec.ts',
  'apps/webhooks/src/delivery/claim/many-webhooks.spec.ts',
  'apps/webhooks/src/delivery/claim/split-nats.spec.ts',
  'e2e/docs/guides.spec.ts',
  'e2e/operation/start-faults.spec.ts',
  'e2e/operation/unfit-schema.spec.ts',
  'libs/messaging/src/calls/frozen-replica.spec.ts',
  'libs/messaging/src/facts/outbox.store.spec.ts',
  'libs/messaging/src/facts/publish/full-stream.spec.ts',
  'libs/messaging/src/nats-silence.spec.ts',
  'libs/messaging/src/storage/cut-off-holder.spec.ts',
  'libs/service/src/database/sessions/silence-watch.spec.ts',
];

const root = resolve(import.meta.dirname, '../../../..');
const lost = waiting.filter((path) => !existsSync(resolve(root, path)));
if (lost.length > 0) throw new Error(`order-specs.mjs names specs that do not exist: ${lost.join(', ')}`);

/** This many others follow each of them, so that the cores have work meanwhile. */
const between = 20;

export default class OrderedSpecs {
  /**
   * The specs that share the platform of their worker stand together, at the beginning: it takes processor time as long as it
   * runs. Large files come before small ones, because most of them take longer.
   */
  sort(tests) {
    const bySize = tests.toSorted((one, other) => sizeOf(other) - sizeOf(one));
    const sharing = bySize.filter(({ path }) => shares(path));
    const alone = bySize.filter((test) => !sharing.includes(test));
    const waits = alone.filter(({ path }) => waiting.some((each) => path.endsWith(each)));
    const others = alone.filter((test) => !waits.includes(test));
    const mixed = waits.flatMap((test) => [test, ...others.splice(0, between)]);
    return [...sharing, ...mixed, ...others];
  }

  cacheResults() {
    // The order does not depend on them.
  }
}

function sizeOf({ path, context }) {
  return context.hasteFS.getSize(path) ?? 0;
}
