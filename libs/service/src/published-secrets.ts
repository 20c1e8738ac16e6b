/** Every password and secret of .env.example holds the first; the second is its SECRETS_KEY. Everybody can read them there. */
const published = ['development-only-', 'REVWRUxPUE1FTlQtT05MWS0tRE8tTk9ULURFUExPWSE='];

/**
 * The faults of a configuration that would protect a public service with secrets from .env.example. As long as PUBLIC_URL
 * leads to this machine only, they are as good as any.
 */
export function publishedSecrets(env: Record<string, string | undefined>): string[] {
  if (!isPublic(env['PUBLIC_URL'])) return [];
  return Object.entries(env)
    .filter(([, value]) => published.some((text) => value?.includes(text)))
    .map(
      ([name]) =>
        `${name}: comes from .env.example, where everybody can read it; PUBLIC_URL is public, so choose your own`,
    );
}

/** Whether others than this machine reach it. */
function isPublic(url: string | undefined): boolean {
  const host = url === undefined ? undefined : URL.parse(url)?.hostname;
  return host !== undefined && !/^(.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(host);
}
