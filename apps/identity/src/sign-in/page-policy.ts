import { createHash } from 'node:crypto';

/**
 * The Content-Security-Policy of a page: nothing but the very styles and scripts that stand in it. Browsers apply
 * `form-action` to all redirects that follow a form, and a client may send people on to wherever it likes: the web at large
 * is allowed, so that a page can neither run a script by its form nor open an app.
 */
export function policyOf(html: string): string {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => `'sha256-${digest(text)}'`);
  return [
    "default-src 'none'",
    `style-src ${hashes('style').join(' ') || "'none'"}`,
    `script-src ${hashes('script').join(' ') || "'none'"}`,
    "form-action 'self' http: https:",
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
