// `npm run attack` attacks a private stack on this machine and counts what held and what broke. `--short` is for CI,
// and names of groups run only those. `--write` renews docs/checks/security.md if nothing is broken. The exit code is 1 if
// anything is broken.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { groups } from './group.ts';
import { describeForDocs, tableOf } from './report.ts';
import { Tally, type Result } from './tally.ts';
import { withWorld, type World } from './world.ts';

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0 || (values.write && positionals.length > 0)) {
  console.error(unknown.length > 0 ? `There is no group ${unknown.join(', ')}.` : '--write needs all groups.');
  for (const { name, what } of groups) console.error(`  npm run attack -- ${name.padEnd(12)} ${what}`);
  process.exit(2);
}

const longestMs = 30 * 60_000;

const giveUp = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    giveUp.abort();
  });
}

setTimeout(() => {
  giveUp.abort(new Error('the attack took too long'));
}, longestMs).unref();
const givenUp = new Promise<never>((_resolve, reject) => {
  giveUp.signal.addEventListener('abort', () => {
    reject(giveUp.signal.reason as Error);
  });
});
givenUp.catch(() => undefined); // between two groups nothing waits for it

const results: Result[] = [];
try {
  await withWorld(values.short, giveUp.signal, attack);
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exit(giveUp.signal.aborted ? 130 : 1);
}
console.log(tableOf(results));
const sound = results.every(({ broken }) => broken.length === 0);
if (values.write && sound)
  writeFileSync(resolve(import.meta.dirname, '../../docs/checks/security.md'), describeForDocs(results));
else if (values.write) console.error('docs/checks/security.md stays as it is, because something is broken.');
process.exit(sound ? 0 : 1);

async function attack(world: World): Promise<void> {
  const chosen = groups.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  for (const { name, load } of chosen) {
    giveUp.signal.throwIfAborted();
    const tally = new Tally(name);
    const begun = performance.now();
    const before = world.processes();
    try {
      const group = await load();
      await Promise.race([group(world, tally), givenUp]);
    } catch (error) {
      giveUp.signal.throwIfAborted();
      tally.check('the group comes to its end', false, inspect(error));
    }
    const after = world.processes();
    if (after !== before) tally.check('every service stays the same process', false, `${before}, then ${after}`);
    results.push(tally.result);
    const { tried, held } = tally.result;
    console.log(`${name}: ${held} of ${tried} held (${((performance.now() - begun) / 1_000).toFixed(1)} s)`);
  }
}
