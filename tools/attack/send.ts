import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface Answer {
  /** 0 if the connection ended without an answer, or no answer came in time. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Sending {
  method?: string;
  path: string;
  /** Without `Bearer `. */
  token?: string | undefined;
  headers?: OutgoingHttpHeaders;
  /** An object is sent as JSON, URLSearchParams as a form, text and bytes as they are. */
  body?: object | string | Buffer | URLSearchParams | undefined;
  timeoutMs?: number;
  from?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Never throws: every end is an answer. Paths and headers are sent unchanged. */
export function send(port: number, sending: Sending): Promise<Answer> {
  const { method = 'GET', path, timeoutMs = 20_000, from } = sending;
  const body = bytesOf(sending.body);
  const headers = headersOf(sending, body);
  return new Promise((resolve) => {
    const gone = (error: Error): void => {
      clearTimeout(timer);
      resolve({ status: 0, headers: {}, text: error.message });
    };
    const options = { host: '127.0.0.1', port, method, path, headers, agent };
    const outgoing = request(from === undefined ? options : { ...options, localAddress: from }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', gone);
      incoming.on('end', () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    const timer = setTimeout(() => outgoing.destroy(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    outgoing.on('error', gone);
    outgoing.end(body);
  });
}

/** A group needs these fields before it can attack, so another status throws. */
export function demand<Name extends string>(answer: Answer, status: number, ...names: Name[]): Record<Name, string> {
  if (answer.status !== status) throw new Error(`expected ${status}: ${describe(answer)}`);
  const all = JSON.parse(answer.text) as Record<string, unknown>;
  const fields = names.map((name): [Name, unknown] => [name, all[name]]);
  const missing = fields.find(([, value]) => typeof value !== 'string');
  if (missing) throw new Error(`expected ${missing[0]}: ${describe(answer)}`);
  return Object.fromEntries(fields) as Record<Name, string>;
}

export function describe({ status, text }: Answer): string {
  return `${status} ${text.slice(0, 200)}`;
}

export function codeOf({ text }: Answer): string {
  return /"(?:code|error)":"([\w-]+)"/.exec(text)?.[1] ?? '';
}

function headersOf({ token, headers = {}, body: given }: Sending, body: Buffer | undefined): OutgoingHttpHeaders {
  const form = given instanceof URLSearchParams;
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
    ...(body === undefined ? {} : { 'content-length': body.length }),
    ...headers,
  };
}

function bytesOf(body: Sending['body']): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  if (typeof body === 'string') return Buffer.from(body);
  return Buffer.from(body instanceof URLSearchParams ? body.toString() : JSON.stringify(body));
}
