import { createHash } from 'node:crypto';

/**
 * The Content-Security-Policy of a page: nothing but the very styles and scripts that stand in it. Browsers apply
 * `form-action` to redirects, too, so it names where the answer to a form may lead in the end.
 */
export function policyOf(html: string, destinations: (string | undefined)[] = []): string {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => `'sha256-${digest(text)}'`);
  const actions = [...html.matchAll(/<form [^>]*action="([^"]*)"/g)].map(([, action]) => action);
  const targets = new Set([
    "'self'",
    ...[...actions, ...destinations].map(originOf).filter((each) => each !== undefined),
  ]);
  return [
    "default-src 'none'",
    `style-src ${hashes('style').join(' ') || "'none'"}`,
    `script-src ${hashes('script').join(' ') || "'none'"}`,
    `form-action ${[...targets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What every page has. The origin is sent along within this site, because forms are judged by it. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function originOf(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}
