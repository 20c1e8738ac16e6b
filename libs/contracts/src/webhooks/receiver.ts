import { registerDecorator } from 'class-validator';
import { fragmentStep } from '../json/escape-step.js';
import type { Fault } from '../problems.js';

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** A header's value: Latin-1 without control characters. */
const headerValue = /^[\x20-\x7e\xa0-\xff]{0,4096}$/;
const reserved =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|traceparent|tracestate|proxy-.*|content-.*|x-service-.*|webhook-.*)$/i;
const maxHeaders = 50;

export const stringMap = { type: 'object', additionalProperties: { type: 'string' } } as const;

function faultOfUrl(text: string): string | undefined {
  // The URL standard silently drops spaces and line ends, so the stored address would differ from the given one.
  if (text.length > 2_048 || /[\s\p{Cc}\p{Surrogate}]/u.test(text))
    return 'must be a URL of up to 2048 characters without spaces';
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'must not hold credentials; send them as a header';
  if (text.includes('#')) return 'must not have a fragment';
  return undefined;
}

export function faultsOfHeaders(headers: object): Fault[] {
  const entries = Object.entries(headers) as [string, unknown][];
  if (entries.length > maxHeaders) return [headerFault('#/headers', `must have at most ${maxHeaders} members`)];
  const seen = new Set<string>();
  return entries.flatMap(([name, value]) => {
    const detail = faultOfName(name, seen) ?? faultOfValue(value);
    seen.add(name.toLowerCase());
    return detail === undefined ? [] : [headerFault(`#/headers/${fragmentStep(name)}`, detail)];
  });
}

function faultOfName(name: string, seen: ReadonlySet<string>): string | undefined {
  if (!headerName.test(name)) return 'is not a valid header name';
  if (reserved.test(name)) return 'is reserved: the service sets it';
  return seen.has(name.toLowerCase()) ? 'is given twice' : undefined;
}

function faultOfValue(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  return headerValue.test(value) ? undefined : 'has a value that is not allowed in a header';
}

function headerFault(pointer: string, detail: string): Fault {
  return { pointer, code: 'receiver-headers', detail };
}

export function IsReceiverUrl() {
  return reportedBy('receiver-url', (value) => (typeof value === 'string' ? faultOfUrl(value) : 'must be a string'));
}

/** Accepts any object; `faultsOfHeaders` validates its members. */
export function IsReceiverHeaders() {
  return reportedBy('receiver-headers', (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'must be an object',
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
