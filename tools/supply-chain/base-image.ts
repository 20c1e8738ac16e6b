// The digest of a base image, as a registry of images tells it (Docker Registry HTTP API V2).
import { createHash } from 'node:crypto';

export interface BaseImage {
  name: string;
  tag: string;
}

const manifests = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

const patienceMs = 20_000;

/** `FROM name:tag`, with or without a digest. Stages of the same file have no tag. */
const fromImage = /^FROM ([a-z0-9][a-z0-9._/-]*):([\w][\w.-]*)(@sha256:[0-9a-f]{64})?(?= |$)/gm;

export function baseImages(dockerfile: string): BaseImage[] {
  const found = Array.from(dockerfile.matchAll(fromImage), ([, name = '', tag = '']) => ({ name, tag }));
  return [...new Map(found.map((image) => [`${image.name}:${image.tag}`, image])).values()];
}

export function withDigest(dockerfile: string, { name, tag }: BaseImage, digest: string): string {
  return dockerfile.replace(fromImage, (line, given: string, of: string) =>
    given === name && of === tag ? `FROM ${name}:${tag}@${digest}` : line,
  );
}

/** Asks `registry` (`https://host`) for the manifest of all platforms, and computes the digest from its bytes. */
export async function digestOf({ name, tag }: BaseImage, registry: string): Promise<string> {
  const repository = name.includes('/') ? name : `library/${name}`;
  const url = new URL(`/v2/${repository}/manifests/${tag}`, registry);
  let answer = await ask(url, { Accept: manifests });
  if (answer.status === 401) {
    const token = await tokenFor(answer.headers.get('www-authenticate') ?? '', `repository:${repository}:pull`);
    answer = await ask(url, { Accept: manifests, Authorization: `Bearer ${token}` });
  }
  if (!answer.ok) throw new Error(`the registry answers ${answer.status} for ${name}:${tag}`);
  const digest = `sha256:${createHash('sha256')
    .update(await answer.bytes())
    .digest('hex')}`;
  const told = answer.headers.get('docker-content-digest') ?? digest;
  if (told !== digest) throw new Error(`the registry says ${told} for ${name}:${tag}, and its manifest has ${digest}`);
  return digest;
}

/** The challenge names who gives tokens: `Bearer realm="https://…",service="…",scope="…"`. */
async function tokenFor(challenge: string, pull: string): Promise<string> {
  const parts = new Map(Array.from(challenge.matchAll(/(\w+)="([^"]*)"/g), ([, key = '', value = '']) => [key, value]));
  const realm = parts.get('realm');
  if (!/^bearer /i.test(challenge) || realm === undefined)
    throw new Error(`the registry asks for a sign-in that this does not know: ${challenge}`);
  const url = new URL(realm);
  const service = parts.get('service');
  if (service !== undefined) url.searchParams.set('service', service);
  url.searchParams.set('scope', parts.get('scope') ?? pull);
  const answer = await ask(url, {});
  const { token, access_token } = answer.ok ? ((await answer.json()) as { token?: string; access_token?: string }) : {};
  const given = token ?? access_token;
  if (given === undefined) throw new Error(`no token for the registry: ${answer.status}`);
  return given;
}

function ask(url: URL, headers: Record<string, string>): Promise<Response> {
  return fetch(url, { headers, signal: AbortSignal.timeout(patienceMs) });
}
