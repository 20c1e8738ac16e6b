import { rmSync } from 'node:fs';
import { APPS, metricsPort, PROVIDER, REDIRECT_URIS, type PortName } from './apps.ts';
import { commandLine, stopLeftover } from './processes/child-process.ts';
import type { DemoData } from './demo/demo-data.ts';
import {
  readJson,
  writeJson,
  type Credentials,
  type OperatorAccount,
  type Secrets,
  type User,
} from './kept-settings.ts';

/** The content of stack.json, which tells tools and people about a stack while it is ready. */
export interface StackFile {
  base_url: string;
  docs_url: string;
  mail_url: string;
  mail_api: string;
  client: Credentials;
  admin: Credentials;
  user: User;
  /** An owner, who signs in at `console_url`. */
  operator: OperatorAccount;
  console_url: string;
  /** Both clients have them. */
  redirect_uris: string[];
  provider: string;
  /** PostgreSQL's data is in `postgres` below it, NATS's in `nats`. */
  data_dir: string;
  /** For Prometheus, by app. */
  metrics: Record<string, string>;
  /** The ids of the demo data, which only `npm start` makes. */
  demo?: DemoData;
  /** PIDs; a part that is down at the moment is missing. */
  processes: Record<string, number>;
}

export function describeStack(
  { publicUrl, ports, dataDir }: { publicUrl: string; ports: Record<PortName, number>; dataDir: string },
  { client, admin, user, operator }: Secrets,
  processes: Record<string, number>,
): StackFile {
  const mail = `http://127.0.0.1:${ports.mail}`;
  return {
    base_url: publicUrl,
    docs_url: `${publicUrl}/docs`,
    mail_url: mail,
    mail_api: `${mail}/api/mails`,
    client,
    admin,
    user,
    operator,
    console_url: `${publicUrl}/console/`,
    redirect_uris: REDIRECT_URIS,
    provider: PROVIDER.name,
    data_dir: dataDir,
    metrics: Object.fromEntries(APPS.map((app) => [app, `http://127.0.0.1:${ports[metricsPort(app)]}/metrics`])),
    processes,
  };
}

export function writeStackFile(file: string, content: StackFile): void {
  writeJson(file, content, 0o600); // it holds secrets
}

/** Ends processes of a killed launcher. They outlive it on systems without a parent death signal, such as macOS. */
export async function endLeftovers(file: string, scripts: Record<string, string>): Promise<void> {
  const left = leftBy(file);
  rmSync(file, { force: true });
  for (const [name, pid] of Object.entries(left)) {
    const script = scripts[name];
    if (script !== undefined && commandLine(pid).includes(script)) await stopLeftover(pid, script, 'SIGKILL');
  }
}

function leftBy(file: string): Record<string, number> {
  try {
    return (readJson(file) as StackFile).processes;
  } catch {
    return {}; // no earlier run, or one that ended well
  }
}
