import type { Problem } from '@ces/contracts/problems';
import { escapeHtml } from './escape-html.js';

/** RFC 6749, section 5.2. It has no error code of its own for most refusals of the gateway. */
export function oauthError({ status, detail }: Problem): { error: string; error_description: string } {
  return { error: codeOf(status), error_description: detail };
}

function codeOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}

export function errorPage({ title, detail }: Problem): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
</body>
</html>
`;
}
