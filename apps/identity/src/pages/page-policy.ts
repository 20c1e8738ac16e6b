import { logoSource } from '@ces/service/pages/brand';
import { createHash } from 'node:crypto';

/**
 * The Content-Security-Policy of a page: only its own styles and scripts may run. Browsers apply `form-action` to all
 * redirects after a form, and a client's redirect may lead to any site. So the policy allows http and https, which keeps a
 * form from running a script or opening an app.
 */
export function policyOf(html: string): string {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => `'sha256-${digest(text)}'`);
  return [
    "default-src 'none'",
    `style-src ${hashes('style').join(' ') || "'none'"}`,
    `img-src ${sourceOfLogo(html)}`,
    `script-src ${[...hashes('script'), ...scriptFiles(html)].join(' ') || "'none'"}`,
    "form-action 'self' http: https:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A script file of a page is always ours: texts of others are escaped. */
function scriptFiles(html: string): string[] {
  return /<script src="\//.test(html) ? ["'self'"] : [];
}

/** The logo is the only picture of a page. */
function sourceOfLogo(html: string): string {
  const [, INSTALLATION_LOGO = ''] = /<img src="([^"]+)"/.exec(html) ?? [];
  return logoSource({ INSTALLATION_LOGO: INSTALLATION_LOGO.replaceAll('&amp;', '&') });
}

/** Headers of every page. The referrer policy keeps the origin within this site, because sign-in checks the origin of forms. */
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
