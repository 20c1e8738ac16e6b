import { registerDecorator } from 'class-validator';

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** What a header can carry: Latin-1 without control characters. */
const headerValue = /^[\x20-\x7e\xa0-\xff]{0,4096}$/;
const reserved =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|content-.*|x-service-.*|webhook-.*)$/i;
const maxHeaders = 50;

/** What is wrong with an address that deliveries are to be sent to; undefined when nothing is. */
function faultOfUrl(text: string): string | undefined {
  // The URL standard drops spaces and line ends in silence: what is stored must be what was meant.
  if (text.length > 2_048 || /[\s\p{Cc}\p{Surrogate}]/u.test(text))
    return 'must be a URL of up to 2048 characters without spaces';
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'must not hold credentials; send them as a header';
  if (text.includes('#')) return 'must not have a fragment';
  return undefined;
}

/** What is wrong with headers of a webhook's own; undefined when nothing is. */
function faultOfHeaders(headers: object): string | undefined {
  const entries = Object.entries(headers) as [string, unknown][];
  if (entries.length > maxHeaders) return `may have ${maxHeaders} headers at the most`;
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    if (!headerName.test(name)) return `has a name that no header can have: ${JSON.stringify(name)}`;
    if (reserved.test(name)) return `sets ${name}, which is ours to set`;
    if (seen.has(name.toLowerCase())) return `sets ${name} twice`;
    seen.add(name.toLowerCase());
    if (typeof value !== 'string') return `must map names to strings; ${name} is none`;
    if (!headerValue.test(value)) return `has a value for ${name} that no header can carry`;
  }
  return undefined;
}

export function IsReceiverUrl() {
  return reportedBy('receiver-url', (value) => (typeof value === 'string' ? faultOfUrl(value) : 'must be a string'));
}

export function IsReceiverHeaders() {
  return reportedBy('receiver-headers', (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? faultOfHeaders(value) : 'must be an object',
  );
}

function reportedBy(name: string, faultOf: (value: unknown) => string | undefined) {
  return (target: object, propertyName: string): void => {
    registerDecorator({
      name,
      target: target.constructor,
      propertyName,
      validator: {
        validate: (value: unknown) => faultOf(value) === undefined,
        defaultMessage: (given) => `${propertyName} ${faultOf(given?.value) ?? 'is not valid'}`,
      },
    });
  };
}
