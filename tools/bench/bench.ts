// `npm run bench -- <name> [options]`: measures a path through the whole service, against a ceiling measured in the same run.
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
  campaigns: {
    what: 'events judged by campaigns, beside a consumer that does nothing',
    run: async (args, signal) => (await import('./campaigns/campaigns.ts')).campaigns(args, signal),
  },
};

const giveUp = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    giveUp.abort(); // what has been started is stopped on the way out of main()
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
