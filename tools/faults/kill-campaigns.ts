// `node tools/faults/kill-campaigns.ts [--kills 50]` kills the campaigns process repeatedly while it judges, and
// counts.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { JudgingBench } from '../bench/campaigns/judging-bench.ts';
import { root } from '../bench/built.ts';
import { withPrivateStack } from '../bench/private-stack.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } });
const kills = Number(values.kills);
const eventsPerKill = 400;
/** After this pause NATS delivers an unacknowledged message again, and judging continues. */
const patienceMs = 60_000;

const giveUp = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    giveUp.abort();
  });
}

process.exitCode = await withPrivateStack({}, giveUp.signal, async (stack) => {
  const { postgres, nats } = stack.privateUrls;
  const bench = await JudgingBench.open(postgres, nats, 'faults');
  try {
    return await killAndCount(bench);
  } finally {
    await bench.close();
  }
});

async function killAndCount(bench: JudgingBench): Promise<number> {
  const events = kills * eventsPerKill;
  await bench.prepare(0, 1);
  await bench.fill(events);
  let done = 0;
  let killed = 0;
  while (done < events && !giveUp.signal.aborted) {
    const child = start(bench);
    const goal = killed < kills ? done + 1 : events;
    done = await progress(bench, goal);
    // A random moment within some milliseconds after the first commit of this process.
    if (killed < kills) await sleep(Math.random() * 30);
    child.kill('SIGKILL');
    await once(child, 'exit');
    killed += 1;
    ({ inbox: done } = await bench.count('campaigns'));
    console.error(`kill ${killed}: ${done} of ${events} events`);
  }
  const found = await bench.effects();
  const wanted = { grants: events, entries: events, events, points: events * 25, facts: events };
  const agrees = JSON.stringify(found) === JSON.stringify(wanted);
  console.log(`${killed} kills, ${events} events: ${JSON.stringify(found)} ${agrees ? 'as it should be' : 'WRONG'}`);
  return agrees ? 0 : 1;
}

function start(bench: JudgingBench): ChildProcess {
  const main = join(root, 'dist/apps/campaigns/src/main.js');
  return spawn(process.execPath, [main], { env: { ...process.env, ...bench.envOf('campaigns') }, stdio: 'ignore' });
}

async function progress(bench: JudgingBench, goal: number): Promise<number> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { inbox } = await bench.count('campaigns');
    if (inbox >= goal) return inbox;
    if (Date.now() > deadline) throw new Error(`no progress beyond ${inbox}`);
    await sleep(2);
  }
}
