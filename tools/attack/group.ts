import type { Tally } from './tally.ts';
import type { World } from './world.ts';

type Attack = (world: World, tally: Tally) => Promise<void>;

interface Group {
  name: string;
  what: string;
  load: () => Promise<Attack>;
}

/** In the order in which they run. The search for secrets is last, because the other groups plant some. */
export const groups: readonly Group[] = [
  {
    name: 'routes',
    what: 'every operation × kinds of tokens × clients',
    load: async () => (await import('./groups/routes.ts')).routes,
  },
  { name: 'tokens', what: 'forged tokens', load: async () => (await import('./groups/tokens.ts')).tokens },
  {
    name: 'sign-in',
    what: 'manipulated redirects, PKCE and codes',
    load: async () => (await import('./groups/sign-in.ts')).signIn,
  },
  {
    name: 'nonces',
    what: 'nonces of other clients, used nonces, guesses',
    load: async () => (await import('./groups/nonces.ts')).nonces,
  },
  {
    name: 'enumeration',
    what: 'how to learn which names exist, by body or time',
    load: async () => (await import('./groups/enumeration.ts')).enumeration,
  },
  { name: 'throttle', what: 'guessed passwords', load: async () => (await import('./groups/throttle.ts')).throttle },
  {
    name: 'names',
    what: 'look-alike names, addresses of others, closed accounts',
    load: async () => (await import('./groups/names/all-names.ts')).names,
  },
  {
    name: 'limits',
    what: 'too many webhooks, mails, sign-ins, audit entries, tokens',
    load: async () => (await import('./groups/limits/all-limits.ts')).limits,
  },
  {
    name: 'ssrf',
    what: 'webhooks that lead into our own network',
    load: async () => (await import('./groups/ssrf.ts')).ssrf,
  },
  {
    name: 'receivers',
    what: 'hostile receivers of webhooks',
    load: async () => (await import('./groups/receivers.ts')).receivers,
  },
  {
    name: 'bombs',
    what: 'multipart, encodings, JSON, schemas, patterns, CEL',
    load: async () => (await import('./groups/bombs/all-bombs.ts')).bombs,
  },
  {
    name: 'unfinished',
    what: 'unfinished requests, floods of connections, no free descriptors',
    load: async () => (await import('./groups/unfinished.ts')).unfinished,
  },
  {
    name: 'smuggling',
    what: 'requests within requests, foreign hosts',
    load: async () => (await import('./groups/smuggling.ts')).smuggling,
  },
  {
    name: 'proxies',
    what: 'TLS, cookies, forwarded addresses',
    load: async () => (await import('./groups/proxies.ts')).proxies,
  },
  { name: 'replicas', what: 'two gateways', load: async () => (await import('./groups/replicas.ts')).replicas },
  {
    name: 'nats',
    what: 'strangers and services on the bus',
    load: async () => (await import('./groups/nats.ts')).nats,
  },
  {
    name: 'start',
    what: 'published secrets with a public address',
    load: async () => (await import('./groups/start.ts')).start,
  },
  {
    name: 'secrets',
    what: 'planted secrets in tables, streams, logs, metrics',
    load: async () => (await import('./groups/secrets.ts')).secrets,
  },
];
