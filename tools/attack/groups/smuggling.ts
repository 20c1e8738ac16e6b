import { sendRaw } from '../raw.ts';
import { describe, type Answer } from '../send.ts';
import { PUBLIC_URL } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { World } from '../world.ts';

const FOREIGN = 'evil.example';

/** Requests whose end two servers could read differently, and requests that name another host. */
export async function smuggling(world: World, tally: Tally): Promise<void> {
  for (const [what, bytes] of Object.entries(doubtful())) {
    const { statuses, text, closed } = await sendRaw(world.port, bytes, 3_000);
    // The gateway must refuse once and close the connection, and not read the following bytes as a request.
    const held = closed && statuses.length <= 1 && statuses.every((status) => status >= 400 && status !== 500);
    tally.check(
      what,
      held,
      `${statuses.join(', ') || 'no answer'}, ${closed ? 'closed' : 'open'}: ${text.slice(0, 100)}`,
    );
  }
  await tryPlain(world, tally);
  await tryHosts(world, tally);
}

function doubtful(): Record<string, string> {
  const inner = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = (headers: string, body: string): string =>
    `POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n${headers}\r\n\r\n${body}`;
  const chunks = `0\r\n\r\n${inner}`;
  const te = (value: string): string => post(`Content-Length: 4\r\nTransfer-Encoding: ${value}`, chunks);
  const get = (headers: string): string => `GET /livez HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;
  return {
    'Content-Length and Transfer-Encoding': te('chunked'),
    'Transfer-Encoding and Content-Length, the other way round': post(
      'Transfer-Encoding: chunked\r\nContent-Length: 4',
      chunks,
    ),
    'Transfer-Encoding xchunked': post('Transfer-Encoding: xchunked', chunks),
    'Transfer-Encoding chunked, identity': post('Transfer-Encoding: chunked, identity', chunks),
    'Transfer-Encoding identity, chunked with a length': te('identity, chunked'),
    'Transfer-Encoding with a tab': te('\tchunked'),
    'Transfer-Encoding in quotes': post('Transfer-Encoding: "chunked"', chunks),
    'Transfer-Encoding twice, with a length': post(
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      chunks,
    ),
    'a space before the colon': post('Content-Length: 4\r\nTransfer-Encoding : chunked', chunks),
    'a folded Transfer-Encoding': post('Content-Length: 4\r\nTransfer-Encoding:\r\n chunked', chunks),
    'a folded header': get('X-Folded: a\r\n b'),
    'a header that begins with a space': get(' X-Space: a'),
    'Content-Length twice': post('Content-Length: 4\r\nContent-Length: 0', `a=bc${inner}`),
    'Content-Length 4, 4': post('Content-Length: 4, 4', `a=bc${inner}`),
    'Content-Length +4': post('Content-Length: +4', `a=bc${inner}`),
    'Content-Length -1': post('Content-Length: -1', inner),
    'Content-Length 0x4': post('Content-Length: 0x4', `a=bc${inner}`),
    'Content-Length 4 4': post('Content-Length: 4 4', `a=bc${inner}`),
    'a Content-Length beyond all': post('Content-Length: 99999999999999999999999', inner),
    'line feeds alone': 'GET /livez HTTP/1.1\nHost: x\n\n',
    'a line feed alone between headers': get('X-A: b\nX-C: d'),
    'a carriage return within a header': get('X-A: b\rX-C: d'),
    'a NUL within a header': get('X-A: b\0c'),
    'a header without a name': get(': value'),
    'a header without a colon': get('X-A'),
    'a header name with a bracket': get('X[A]: b'),
    'a chunk size that is no number': post('Transfer-Encoding: chunked', `zz\r\n${chunks}`),
    'a negative chunk size': post('Transfer-Encoding: chunked', `-1\r\n${chunks}`),
    'a chunk size beyond all': post('Transfer-Encoding: chunked', `ffffffffffffffff1\r\n${chunks}`),
    'a chunk that is longer than it says': post('Transfer-Encoding: chunked', `1\r\nabc\r\n${chunks}`),
    'a chunk with a line feed alone': post('Transfer-Encoding: chunked', `1\na\n${chunks}`),
    'chunk extensions without end': post('Transfer-Encoding: chunked', `1;${'x=y;'.repeat(10_000)}\r\na\r\n${chunks}`),
    'a request without a host': 'GET /livez HTTP/1.1\r\n\r\n',
    'HTTP/2.0 in clear': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'HTTP/1.2': 'GET /livez HTTP/1.2\r\nHost: x\r\n\r\n',
    'a method in lower case': 'get /livez HTTP/1.1\r\nHost: x\r\n\r\n',
    'a space within the path': 'GET /livez /x HTTP/1.1\r\nHost: x\r\n\r\n',
    'a NUL within the path': 'GET /livez\0 HTTP/1.1\r\nHost: x\r\n\r\n',
    'CONNECT to another host': `CONNECT ${FOREIGN}:80 HTTP/1.1\r\nHost: ${FOREIGN}\r\n\r\n`,
    'TLS on the plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  };
}

async function tryPlain(world: World, tally: Tally): Promise<void> {
  const get = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
  const { statuses } = await sendRaw(world.port, get.repeat(3), 1_000);
  tally.check('control: three requests at once get three answers', statuses.join() === '200,200,200', statuses.join());
  const body = 'POST /api/1/user/activator/uniquelink HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const chunked = `${body}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${get}`;
  const two = await sendRaw(world.port, chunked, 1_000);
  tally.check(
    'control: what follows a whole body is a request',
    two.statuses.join() === '400,200',
    two.statuses.join(),
  );
  for (const trace of ['TRACE /livez', 'TRACK /livez', 'DEBUG /livez']) {
    const { text } = await sendRaw(
      world.port,
      `${trace} HTTP/1.1\r\nHost: x\r\nX-Secret: echo-me\r\nConnection: close\r\n\r\n`,
      2_000,
    );
    tally.check(
      `${trace.split(' ')[0] ?? ''} gives no request back`,
      /^HTTP\/1\.1 4\d\d/.test(text) && !text.includes('echo-me'),
      text.slice(0, 100),
    );
  }
}

/** The service must build its addresses from PUBLIC_URL and never from the request. */
async function tryHosts(world: World, tally: Tally): Promise<void> {
  const foreign = {
    host: FOREIGN,
    'x-forwarded-host': FOREIGN,
    'x-forwarded-proto': 'http',
    'x-forwarded-port': '81',
    forwarded: `host=${FOREIGN};proto=http`,
    'x-host': FOREIGN,
    'x-original-url': '/evil',
  };
  const documents = [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/openapi.json',
    '/api/1/none',
  ];
  for (const path of documents) {
    for (const [name, value] of Object.entries(foreign)) {
      const answer = await world.send({ path, headers: { [name]: value } });
      expectOwn(tally, `${path} with ${name}: ${value}`, answer);
    }
    const absolute = await world.send({ path: `http://${FOREIGN}${path}`, headers: { host: FOREIGN } });
    expectOwn(tally, `the request line http://${FOREIGN}${path}`, absolute);
    for (const line of [`//${FOREIGN}${path}`, `https://user@${FOREIGN}${path}`, `/\\${FOREIGN}${path}`]) {
      expectOwn(tally, `the request line ${line}`, await world.send({ path: line, headers: { host: FOREIGN } }));
    }
  }
  const location = await world.send({
    path: `http://${FOREIGN}/oauth2/authorize?client_id=none`,
    headers: { host: FOREIGN },
  });
  expectOwn(tally, 'a sign-in at a foreign address', location);
}

function expectOwn(tally: Tally, what: string, answer: Answer): void {
  const all = `${answer.text} ${JSON.stringify(answer.headers)}`;
  // The requested path may come back as `instance`, but not an address of the foreign host.
  const shaped = new RegExp(`https?://[^"/]*${FOREIGN}`).test(all.replaceAll(/"instance":"[^"]*"/g, ''));
  const issuer = issuerIn(answer.text) ?? PUBLIC_URL;
  tally.check(what, !shaped && issuer === PUBLIC_URL && answer.status !== 500 && answer.status !== 0, describe(answer));
}

/** A discovery document names its issuer. Examples in other documents name other issuers. */
function issuerIn(text: string): unknown {
  return text.startsWith('{') ? (JSON.parse(text) as { issuer?: unknown }).issuer : undefined;
}
