// `npm run bench -- <name> [options]` measures one path through the service, and a ceiling in the same run.
interface Bench {
  what: string;
  run: (args: string[], signal: AbortSignal) => Promise<boolean>;
}

const benches: Record<string, Bench> = {
  ingest: {
    what: 'events taken in over HTTP (row 2), until they are durable',
    run: async (args, signal) => (await import('./ingest/ingest.ts')).ingest(args, signal),
  },
  segments: {
    what: 'files of identifiers (rows 28 and 30), until their counts are exact',
    run: async (args, signal) => (await import('./segments/segments.ts')).segments(args, signal),
  },
  cards: {
    what: "a user's cards read over HTTP (row 21), among few cards and among ten million",
    run: async (args, signal) => (await import('./cards/cards.ts')).cards(args, signal),
  },
  identity: {
    what: 'tokens and logins per second, and row 7 while people sign in',
    run: async (args, signal) => (await import('./identity/identity.ts')).identity(args, signal),
  },
  imports: {
    what: 'existing members imported from a file, until the last line is done',
    run: async (args, signal) => (await import('./imports/imports.ts')).imports(args, signal),
  },
  webhooks: {
    what: 'events delivered to webhooks, from the outbox of their source on',
    run: async (args, signal) => (await import('./webhooks/webhooks.ts')).webhooks(args, signal),
  },
  'golden-path': {
    what: 'from the 202 of an event to the arrival of what its campaign tells a webhook',
    run: async (args, signal) => (await import('./golden-path/golden-path.ts')).goldenPath(args, signal),
  },
  watching: {
    what: 'what metrics and traces cost on these paths',
    run: async (args, signal) => (await import('./watching/watching.ts')).watching(args, signal),
  },
  campaigns: {
    what: 'events judged by campaigns, beside a consumer that does nothing',
    run: async (args, signal) => (await import('./campaigns/campaigns.ts')).campaigns(args, signal),
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
  if (!bench) {
    console.error(name === '' ? 'Which one?' : `There is no bench "${name}".`);
    for (const [each, { what }] of Object.entries(benches)) console.error(`  npm run bench -- ${each}    ${what}`);
    process.exit(2);
  }
  try {
    process.exitCode = (await bench.run(args, giveUp.signal)) ? 0 : 1;
  } catch (error) {
    if (!giveUp.signal.aborted) console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exitCode = giveUp.signal.aborted ? 130 : 1;
  }
}
