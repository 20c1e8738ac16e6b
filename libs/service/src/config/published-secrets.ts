/** The first text is part of every password and secret of .env.example; the second is its SECRETS_KEY. */
const published = ['development-only-', 'REVWRUxPUE1FTlQtT05MWS0tRE8tTk9ULURFUExPWSE='];

/** Refuses the secrets of .env.example when PUBLIC_URL leads to more than this machine. */
export function publishedSecrets(env: Record<string, string | undefined>): string[] {
  if (!isPublic(env['PUBLIC_URL'])) return [];
  return Object.entries(env)
    .filter(([name, value]) => published.some((text) => inUse(name, value)?.includes(text)))
    .map(
      ([name]) =>
        `${name}: comes from .env.example, which is public; choose your own, because PUBLIC_URL leads to more than this machine`,
    );
}

/** Only the first key of SECRETS_KEY seals. The others open old ciphertexts until an operator has resealed them. */
function inUse(name: string, value: string | undefined): string | undefined {
  return name === 'SECRETS_KEY' ? value?.split(',', 1)[0] : value;
}

/** An address is public if other machines can reach it. deploy/postgres/init.sh has the same rule. */
function isPublic(url: string | undefined): boolean {
  const host = url === undefined ? undefined : URL.parse(url)?.hostname;
  return host !== undefined && !/^(.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(host);
}
