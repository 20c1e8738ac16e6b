// Settings that are chosen at random once and kept with the data: passwords, clients, ports.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from './processes/free-port.ts';

export interface Credentials {
  id: string;
  secret: string;
}

export interface User {
  username: string;
  password: string;
}

export interface OperatorAccount {
  email: string;
  password: string;
}

export interface Secrets {
  SECRETS_KEY: string;
  postgres: string;
  databases: Record<string, string>;
  nats: Record<string, string>;
  client: Credentials;
  admin: Credentials;
  user: User;
  operator: OperatorAccount;
}

export function keepSecrets(file: string, databases: readonly string[], natsUsers: readonly string[]): Secrets {
  const kept = (existsSync(file) ? readJson(file) : {}) as Partial<Secrets>;
  const secrets: Secrets = {
    SECRETS_KEY: kept.SECRETS_KEY ?? randomBytes(32).toString('base64'),
    postgres: kept.postgres ?? secret(),
    databases: Object.fromEntries(databases.map((name) => [name, kept.databases?.[name] ?? secret()])),
    nats: Object.fromEntries(natsUsers.map((name) => [name, kept.nats?.[name] ?? secret()])),
    client: kept.client ?? newCredentials(),
    admin: kept.admin ?? newCredentials(),
    user: kept.user ?? { username: 'anna@example.com', password: randomBytes(12).toString('base64url') },
    operator: kept.operator ?? { email: 'owner@example.com', password: randomBytes(12).toString('base64url') },
  };
  writeJson(file, secrets, 0o600);
  return secrets;
}

/** Keeps the ports of the last run that are still free, so that bookmarks and settings of debuggers stay valid. */
export async function keepPorts<N extends string>(file: string, names: readonly N[]): Promise<Record<N, number>> {
  const kept = (existsSync(file) ? readJson(file) : {}) as Partial<Record<N, number>>;
  const ports = new Map<N, number>();
  for (const name of names) {
    let port = await freePort(kept[name]);
    while ([...ports.values()].includes(port)) port = await freePort();
    ports.set(name, port);
  }
  const chosen = Object.fromEntries(ports) as Record<N, number>;
  writeJson(file, chosen);
  return chosen;
}

/** Replaces the file at once, so that readers never see half of it. */
export function writeJson(file: string, value: unknown, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  const half = join(dirname(file), `.${process.pid}.half`);
  writeFileSync(half, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(half, file);
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function newCredentials(): Credentials {
  return { id: `cl_${randomBytes(12).toString('hex')}`, secret: `cs_${secret()}` };
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}
