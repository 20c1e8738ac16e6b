// `npm run bench -- <name> [options]` measures one path through the service, and a ceiling in the same run. Without a name it
// runs all and writes docs/performance.md.
import type { Note } from './all/figure.ts';

interface Bench {
  what: string;
  /** The options with which `npm run bench` runs it, once for each, and those of its short form. */
  usual: string[][];
  short: string[][];
  run: (args: string[], signal: AbortSignal, note: Note) => Promise<boolean>;
}

const benches: Record<string, Bench> = {
  ingest: {
    what: 'events taken in over HTTP (row 2), until they are durable',
    usual: [['32'], ['128'], ['512'], ['128', '--one-core'], ['128', '--busy-core']].map(([connections, ...where]) => [
      `--connections=${connections}`,
      ...where,
      ...['--users=2000', '--rounds=2', '--seconds=4'],
    ]),
    short: [['--connections=64', '--users=200', '--rounds=1', '--seconds=2']],
    run: async (...all) => (await import('./ingest/ingest.ts')).ingest(...all),
  },
  batches: {
    what: 'events over the batch route, beside single ones',
    usual: [[]],
    short: [['--rounds=1', '--seconds=2', '--users=200']],
    run: async (...all) => (await import('./batches/batches.ts')).batches(...all),
  },
  'golden-path': {
    what: 'from the 202 of an event to the arrival of what its campaign tells a webhook',
    usual: [
      ...['20', '75', '200'].map((rate) => [`--rate=${rate}`, '--seconds=10']),
      ['--knee', '--seconds=6'],
      ['--backlog=100000'],
    ],
    short: [['--rate=20', '--short']],
    run: async (...all) => (await import('./golden-path/golden-path.ts')).goldenPath(...all),
  },
  soak: {
    what: 'the golden path for minutes: what is lost or doubled, and what grows',
    usual: [['--minutes=10']],
    short: [['--short']],
    run: async (...all) => (await import('./soak/soak.ts')).soak(...all),
  },
  campaigns: {
    what: 'events judged by campaigns, beside a consumer that does nothing',
    usual: [['--events=10000', '--rounds=1']],
    short: [['--short']],
    run: async (...all) => (await import('./campaigns/campaigns.ts')).campaigns(...all),
  },
  webhooks: {
    what: 'events delivered to webhooks, from the outbox of their source on',
    usual: [[]],
    short: [['--short', '--events=3000']],
    run: async (...all) => (await import('./webhooks/webhooks.ts')).webhooks(...all),
  },
  identity: {
    what: 'tokens and logins per second, and row 7 while people sign in',
    usual: [['--seconds=4']],
    short: [['--seconds=2']],
    run: async (...all) => (await import('./identity/identity.ts')).identity(...all),
  },
  cards: {
    what: "a user's cards read over HTTP (row 21), among few cards and among ten million",
    usual: [['--cards=1000000', '--rounds=2', '--seconds=2']],
    short: [['--short']],
    run: async (...all) => (await import('./cards/cards.ts')).cards(...all),
  },
  reads: {
    what: 'rows 3, 4, 7, 21, 22 and 24, each beside a bare process that sends its statements',
    usual: [['--rounds=2', '--seconds=1.2']],
    short: [['--short']],
    run: async (...all) => (await import('./reads/reads.ts')).reads(...all),
  },
  customers: {
    what: 'a customer found and opened in the console, among ten million',
    usual: [['--users=1000000']],
    short: [['--short']],
    run: async (...all) => (await import('./customers/customers.ts')).customers(...all),
  },
  segments: {
    what: 'files of identifiers (rows 28 and 30), until their counts are exact',
    usual: [['--rounds=1']],
    short: [['--short']],
    run: async (...all) => (await import('./segments/segments.ts')).segments(...all),
  },
  imports: {
    what: 'existing members imported from a file, until the last line is done',
    usual: [['--members=20000']],
    short: [['--members=2000']],
    run: async (...all) => (await import('./imports/imports.ts')).imports(...all),
  },
  growth: {
    what: 'intake, row 7, judging and delivery among ten thousand and among ten million users',
    usual: [[]],
    short: [['--users=20000', '--events=20000', '--seconds=1', '--rounds=1']],
    run: async (...all) => (await import('./growth/growth.ts')).growth(...all),
  },
  idle: {
    what: 'CPU, switches and messages of a stack that nobody uses',
    usual: [[]],
    short: [['--wait=5', '--seconds=5']],
    run: async (...all) => (await import('./idle/idle.ts')).idle(...all),
  },
  start: {
    what: 'from `npm start`, or from a kill, until requests are taken',
    usual: [[]],
    short: [['--short']],
    run: async (...all) => (await import('./start/start.ts')).start(...all),
  },
  watching: {
    what: 'what metrics and traces cost on these paths',
    usual: [],
    short: [],
    run: async (...all) => (await import('./watching/watching.ts')).watching(...all),
  },
};

const giveUp = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    giveUp.abort(); // main() stops its servers on its way out
  });
}

await main(process.argv[2], process.argv.slice(3));

async function main(name = '', args: string[] = []): Promise<void> {
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (!bench && name !== '' && !name.startsWith('-')) {
    console.error(`There is no bench "${name}".`);
    for (const [each, { what }] of Object.entries(benches)) console.error(`  npm run bench -- ${each}    ${what}`);
    process.exit(2);
  }
  try {
    const passed = bench ? await bench.run(args, giveUp.signal, () => undefined) : await runAll();
    process.exitCode = passed ? 0 : 1;
  } catch (error) {
    if (!giveUp.signal.aborted) console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exitCode = giveUp.signal.aborted ? 130 : 1;
  }
}

async function runAll(): Promise<boolean> {
  const included = Object.entries(benches).map(([name, { usual, short, run }]) => ({
    ...{ name, usual, short },
    run: (args: string[], note: Note) => run(args, giveUp.signal, note),
  }));
  return (await import('./all/all.ts')).all(included, process.argv.slice(2), giveUp.signal);
}
