import type { NatsCredentials, NatsTls } from '@ces/messaging/nats-credentials';
import type { NatsSettings } from '@ces/messaging/nats';
import { decoded } from '../http/decoded.js';
import { registerDecorator, type ValidationArguments } from 'class-validator';
import { readFileSync } from 'node:fs';

export interface NatsVariables {
  NATS_URL: string;
  NATS_NAMESPACE: string;
  NATS_REPLICAS: number;
  NATS_STREAM_MIB?: number;
  NATS_USER?: string | undefined;
  NATS_PASSWORD?: string | undefined;
  NATS_NKEY_FILE?: string | undefined;
  NATS_CREDS_FILE?: string | undefined;
  NATS_CA_FILE?: string | undefined;
  NATS_CERT_FILE?: string | undefined;
  NATS_KEY_FILE?: string | undefined;
}

export type Rule = (config: NatsVariables) => string | undefined;

/** Each fault that a rule returns is a fault of this setting. */
export function Keeps(...rules: Rule[]) {
  return (target: object, propertyName: string): void => {
    const faultsOf = (args?: ValidationArguments): string[] =>
      rules.flatMap((rule) => rule(args?.object as NatsVariables) ?? []);
    registerDecorator({
      name: 'keeps',
      target: target.constructor,
      propertyName,
      validator: {
        validate: (_, args) => faultsOf(args).length === 0,
        defaultMessage: (args) => faultsOf(args).join(', '),
      },
    });
  };
}

type Setting = Exclude<keyof NatsVariables, 'NATS_REPLICAS' | 'NATS_STREAM_MIB'>;

export function needs(other: Setting): Rule {
  return (config) => (config[other] === undefined ? `needs ${other} beside it` : undefined);
}

export function onlyKind(mine: Setting): Rule {
  return (config) => {
    const others = kindsOf(config).filter((kind) => kind !== mine);
    return others.length > 0
      ? `cannot stand beside ${others.join(' and ')}: choose one kind of credentials`
      : undefined;
  };
}

export function isReadable(mine: Setting, mark = ''): Rule {
  return (config) => {
    const file = config[mine] ?? '';
    try {
      return readFileSync(file, 'utf8').includes(mark) ? undefined : `${file} holds no "${mark}"`;
    } catch {
      return `${file} cannot be read`;
    }
  };
}

const part = '([^@/:%]|%[0-9a-f]{2})+';
const address = new RegExp(`^\\w+://(${part}:${part}@)?(\\[[0-9a-f:.]+\\]|[^@/:%?#[\\]]+)(:\\d+)?/?$`, 'i');

/** Unescaped, one of these characters would end a password early, and the rest would be lost. */
export function addressesAreWhole({ NATS_URL }: NatsVariables): string | undefined {
  return NATS_URL.split(',').every((each) => address.test(each) && decoded(each) !== undefined)
    ? undefined
    : 'needs addresses as nats://host:port or nats://user:password@host:port; in user and password write @ / : % , as %40 %2F %3A %25 %2C';
}

/** nats.js knows only one user for the whole cluster. */
export function sameUserInAll({ NATS_URL }: NatsVariables): string | undefined {
  const found = NATS_URL.split(',').map(userInfo);
  if (found.some((info) => info !== undefined && !info.includes(':')))
    return 'needs user and password as nats://user:password@host:port';
  return new Set(found).size > 1 ? 'must name the same user and password in every address' : undefined;
}

export function natsSettings(service: string, config: NatsVariables): NatsSettings {
  const credentials = credentialsOf(config);
  const tls = tlsOf(config);
  return {
    service,
    url: config.NATS_URL.split(',').map(withoutUser).join(','),
    namespace: config.NATS_NAMESPACE,
    replicas: config.NATS_REPLICAS,
    ...(config.NATS_STREAM_MIB === undefined ? {} : { streamMebibytes: config.NATS_STREAM_MIB }),
    ...(credentials ? { credentials } : {}),
    ...(tls ? { tls } : {}),
  };
}

function credentialsOf(config: NatsVariables): NatsCredentials | undefined {
  const { NATS_URL, NATS_USER, NATS_PASSWORD = '', NATS_NKEY_FILE, NATS_CREDS_FILE } = config;
  if (NATS_NKEY_FILE !== undefined) {
    return { kind: 'nkey', seed: Buffer.from(readFileSync(NATS_NKEY_FILE, 'utf8').trim()) };
  }
  if (NATS_CREDS_FILE !== undefined) return { kind: 'creds', creds: readFileSync(NATS_CREDS_FILE) };
  if (NATS_USER !== undefined) return { kind: 'password', user: NATS_USER, password: NATS_PASSWORD };
  const [user, password] = userInfo(NATS_URL)?.split(':').map(decodeURIComponent) ?? [];
  return user !== undefined && password !== undefined ? { kind: 'password', user, password } : undefined;
}

function tlsOf({ NATS_URL, NATS_CA_FILE, NATS_CERT_FILE, NATS_KEY_FILE }: NatsVariables): NatsTls | undefined {
  const files = {
    ...(NATS_CA_FILE === undefined ? {} : { caFile: NATS_CA_FILE }),
    ...(NATS_CERT_FILE === undefined ? {} : { certFile: NATS_CERT_FILE }),
    ...(NATS_KEY_FILE === undefined ? {} : { keyFile: NATS_KEY_FILE }),
  };
  return Object.keys(files).length > 0 || NATS_URL.includes('tls://') ? files : undefined;
}

function kindsOf(config: NatsVariables): Setting[] {
  const inFiles = (['NATS_USER', 'NATS_NKEY_FILE', 'NATS_CREDS_FILE'] as const).filter(
    (name) => config[name] !== undefined,
  );
  return userInfo(config.NATS_URL) === undefined ? inFiles : ['NATS_URL', ...inFiles];
}

/** `user:password` of the first address, as it is written there. */
function userInfo(url: string): string | undefined {
  return /^\w+:\/\/([^@/,]*)@/.exec(url)?.[1];
}

function withoutUser(url: string): string {
  return url.replace(/^(\w+:\/\/)[^@/]*@/, '$1');
}
