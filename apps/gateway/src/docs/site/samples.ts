import type { Examples } from './examples.js';
import type { Operation, Parameter } from './operations.js';

export interface Call {
  url: string;
  method: string;
  type: string | undefined;
  /** JSON text, or the fields of a form. */
  body: string | Record<string, string> | undefined;
  credentials: 'token' | 'client' | 'none';
}

export function callOf(operation: Operation, examples: Examples, publicUrl: string): Call {
  const { method, body, parameters, path } = operation;
  const example = examples.ofBody(operation);
  return {
    method,
    url: publicUrl + filledPath(path, parameters, examples) + queryOf(parameters, examples),
    type: body?.type,
    body: body === undefined ? undefined : isForm(body.type) ? fieldsOf(example) : JSON.stringify(example, null, 2),
    credentials: credentialsOf(operation),
  };
}

function credentialsOf({ tokens }: Operation): Call['credentials'] {
  if (tokens.length === 0) return 'none';
  return tokens.some(({ scheme }) => scheme === 'client_credentials') ? 'client' : 'token';
}

export function isForm(type: string): boolean {
  return type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded';
}

export function curlOf({ url, method, type, body, credentials }: Call): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(credentials === 'token' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(credentials === 'client' ? ['-u "$CLIENT_ID:$CLIENT_SECRET"'] : []),
    ...(typeof body === 'string' ? [`-H ${quoted(`Content-Type: ${type ?? ''}`)}`, `-d ${quoted(body)}`] : []),
    ...(typeof body === 'object' ? Object.entries(body).map((field) => formPart(type, field)) : []),
  ];
  return parts.join(' \\\n  ');
}

function formPart(type: string | undefined, [name, value]: [string, string]): string {
  const part = quoted(`${name}=${value}`);
  return type === 'multipart/form-data' ? `-F ${part}` : `--data-urlencode ${part}`;
}

export function typescriptOf({ url, method, type, body, credentials }: Call): string {
  const headers = [
    ...(credentials === 'token' ? ['Authorization: `Bearer ${token}`'] : []),
    ...(credentials === 'client' ? ['Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`'] : []),
    ...(typeof body === 'string' ? [`'Content-Type': '${type ?? ''}'`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`body: ${bodyOf(type, body)},`]),
  ].map((line) => `  ${line.replaceAll('\n', '\n  ')}\n`);
  const given = options.length === 0 ? '' : `, {\n${options.join('')}}`;
  return `const answer = await fetch(${JSON.stringify(url)}${given});
if (!answer.ok) throw new Error(await answer.text());
console.log(answer.status, await answer.text());`;
}

function bodyOf(type: string | undefined, body: string | Record<string, string>): string {
  if (typeof body === 'string') return `JSON.stringify(${body})`;
  if (type !== 'multipart/form-data') return `new URLSearchParams(${JSON.stringify(body)})`;
  const parts = Object.entries(body).map(([name, value]) =>
    value.startsWith('@')
      ? `form.append('${name}', await openAsBlob('${value.slice(1)}'), '${value.slice(1)}');`
      : `form.append('${name}', ${JSON.stringify(value)});`,
  );
  return `await (async (form = new FormData()) => {\n  ${parts.join('\n  ')}\n  return form;\n})()`;
}

function filledPath(path: string, parameters: Parameter[], examples: Examples): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const found = parameters.find((each) => each.in === 'path' && each.name === name);
    return encodeURIComponent((found && examples.ofParameter(found)) || name);
  });
}

function queryOf(parameters: Parameter[], examples: Examples): string {
  const needed = parameters.filter((each) => each.in === 'query' && each.required === true);
  if (needed.length === 0) return '';
  return `?${new URLSearchParams(needed.map((each): [string, string] => [each.name, examples.ofParameter(each)])).toString()}`;
}

/** A file is written as curl writes it: `@` and its name. */
function fieldsOf(example: unknown): Record<string, string> {
  const fields = Object.entries((example ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      name === 'file' ? '@members.csv' : typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
