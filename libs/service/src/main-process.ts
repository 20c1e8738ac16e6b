import { ConfigFault } from './config/config.js';

/** A process that has not started yet ends at once, even as process 1. */
const endAtOnce = (): void => process.exit(143);
let react = endAtOnce;

/** Decides what SIGTERM and SIGINT do from now on. */
export function onSignal(reaction: () => void): void {
  react = reaction;
}

/** Waits until the app has closed. A signal that arrives meanwhile ends the process then. */
export async function continueAfter(ended: Promise<void>): Promise<void> {
  onSignal(() => void ended.then(() => process.exit(0)));
  await ended;
  onSignal(endAtOnce);
}

/** A fault of the configuration ends the process with exit code 78 and its message, without a stack. */
export async function orExplain(main: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      react();
    });
  }
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ConfigFault ? error.message : error);
    process.exit(error instanceof ConfigFault ? 78 : 1);
  }
}

export function unknownCommand(name: string): ConfigFault {
  return new ConfigFault(`${name} knows no command "${process.argv.slice(2).join(' ')}"`);
}

/** An app without a database accepts `migrate`, which does nothing, so that one deployment fits all apps. */
export function hasOnlyMigrate(name: string, command: string | undefined): boolean {
  if (command === undefined) return false;
  if (command !== 'migrate') throw unknownCommand(name);
  console.log(`${name}: has no database, so there is nothing to migrate`);
  return true;
}
