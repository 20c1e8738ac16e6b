import { readFileSync } from 'node:fs';
import type { Stack } from '../../libs/local-stack/src/stack.ts';

/**
 * No server listens at this https address, because the attack connects to the gateway's port. The scheme shows the
 * effect of TLS.
 */
export const PUBLIC_URL = 'https://ces.attack.example';

/** Webhooks may reach receivers at this address; the rest of this machine is forbidden to them. */
export const RECEIVERS = '127.0.0.2';

export const PROXY = '127.0.0.3';

/** The names of settings that the attack lowers, so that a few requests reach the limits. */
export const settings = {
  connectionsPerAddress: 'MAX_CONNECTIONS',
  bodySeconds: 'BODY_SECONDS',
  wrongAttemptsPerHour: 'WRONG_ATTEMPTS_PER_HOUR',
  trustProxy: 'TRUST_PROXY',
  ratePerClient: 'RATE_LIMIT',
  signInsUnderWay: 'SIGN_INS_UNDER_WAY',
  corsOrigins: 'CORS_ORIGINS',
  metricsPort: 'METRICS_PORT',
} as const;

/** The limit of a client, and of an address on our pages. It is low, so that an attack reaches it. */
export const WRONG_ATTEMPTS_PER_HOUR = 45;

/** Only sign-ins of unknown users count. One network may begin a hundredth of them. */
export const SIGN_INS_UNDER_WAY = 5_000;

export function stackSettings(nameServer: string): NodeJS.ProcessEnv {
  const preload = new URL('ask-our-name-server.mjs', import.meta.url).href;
  return {
    PUBLIC_URL,
    WEBHOOK_ALLOW_CIDRS: `${RECEIVERS}/32`,
    WEBHOOK_TIMEOUT_SECONDS: '2',
    ATTACK_NAME_SERVER: nameServer,
    NODE_OPTIONS: `--import=${preload}`,
    [settings.wrongAttemptsPerHour]: String(WRONG_ATTEMPTS_PER_HOUR),
    [settings.signInsUnderWay]: String(SIGN_INS_UNDER_WAY),
  };
}

export function settingsOf(stack: Stack, part: string): NodeJS.ProcessEnv {
  const pid = stack.part(part).pid();
  if (pid === undefined) throw new Error(`${part} is not running`);
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}
