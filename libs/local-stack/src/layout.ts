import { join } from 'node:path';
import { APPS, type AppName } from './apps.ts';

/** `root` is the built repository, and `dataDir` holds all that the stack keeps. */
export interface Layout {
  readonly root: string;
  readonly dataDir: string;
  readonly logsDir: string;
  readonly stackFile: string;
  readonly lockFile: string;
  /** Node keeps compiled code here for the next start of the same build. */
  readonly compiled: string;
  readonly scripts: Record<AppName | 'mail', string>;
  readonly logFile: (name: string) => string;
  readonly kept: (name: string) => string;
}

export function layOut(root: string, dataDir: string): Layout {
  const logsDir = join(dataDir, 'logs');
  const apps = APPS.map((app) => [app, join(root, 'dist/apps', app, 'src/main.js')]);
  return {
    root,
    dataDir,
    logsDir,
    stackFile: join(dataDir, 'stack.json'),
    lockFile: join(dataDir, 'launcher.lock'),
    compiled: join(root, 'dist/compiled'),
    scripts: {
      ...(Object.fromEntries(apps) as Record<AppName, string>),
      mail: join(import.meta.dirname, 'mail/mail-inbox.ts'),
    },
    logFile: (name) => join(logsDir, `${name}.log`),
    kept: (name) => join(dataDir, name),
  };
}
