#!/usr/bin/env node
import { runCommand } from './run-command.ts';
import { standardOutput } from './command-line/output.ts';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    stop.abort();
  });
}
// A reader such as `head` may go before the end.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  io: standardOutput(),
  signal: stop.signal,
});
