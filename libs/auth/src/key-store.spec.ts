import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@ces/testing/eventually';
import { freePort } from '@ces/local-stack/processes/free-port';
import { KeyStore } from './key-store.js';

const realNow = performance.now.bind(performance);

describe('the key store', () => {
  let issuer: Server;
  let url: string;
  let asked: number;
  let kids: string[];
  /** While it is set, the issuer answers it in place of the keys. */
  let broken: { status: number; body: string } | undefined;

  const ecOf = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' });
  const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });

  beforeEach(async () => {
    asked = 0;
    kids = ['a'];
    broken = undefined;
    issuer = createServer((_request, response) => {
      asked += 1;
      const { status, body } = broken ?? {
        status: 200,
        body: JSON.stringify({ keys: kids.map((kid) => ({ ...jwk, kid, alg: 'RS256' })) }),
      };
      setTimeout(() => response.writeHead(status).end(body), 20);
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    issuer.close();
    Object.assign(performance, { now: realNow });
  });

  const later = (ms: number) => {
    const now = realNow();
    Object.assign(performance, { now: () => now + ms });
  };

  it('asks the issuer once when many callers need the first key at the same time', async () => {
    const store = new KeyStore([url]);
    const found = await Promise.all(Array.from({ length: 20 }, () => store.find('a')));
    expect(found.every((key) => key !== undefined)).toBe(true);
    expect(asked).toBe(1);
  });

  it('does not ask the issuer again for each unknown key', async () => {
    const store = new KeyStore([url]);
    for (const kid of ['a', 'forged', 'forged', 'other']) await store.find(kid);
    expect(asked).toBe(1);
  });

  const away = { code: 'service-unavailable', status: 503, extras: { retry_after: 1 } };

  it.each([
    ['503', { status: 503, body: '' }],
    ['a page of a proxy', { status: 200, body: '<html>' }],
    ['no key', { status: 200, body: '{"keys":[]}' }],
    ['a key that is none', { status: 200, body: '{"keys":[{"kid":"a","alg":"RS256","kty":"RSA"}]}' }],
  ])('says that the issuer does not answer when its answer is %s, and asks again soon', async (_name, answer) => {
    broken = answer;
    const store = new KeyStore([url]);
    for (let n = 0; n < 3; n += 1) await expect(store.find('a')).rejects.toMatchObject(away);
    expect([asked, store.loaded]).toEqual([1, false]);
    broken = undefined;
    later(501);
    expect(await store.find('a')).toBeDefined();
  });

  it('says so of an unknown key too while the issuer cannot be asked, and knows the others meanwhile', async () => {
    const store = new KeyStore([url]);
    await store.find('a');
    broken = { status: 503, body: '' };
    later(5_001);
    for (let n = 0; n < 3; n += 1) await expect(store.find('new')).rejects.toMatchObject(away);
    expect(await store.find('a')).toBeDefined();
    expect(asked).toBe(2);
  });

  it('forgets a key that the issuer no longer publishes', async () => {
    const store = new KeyStore([url]);
    await store.find('a');
    kids = ['b'];
    later(61_000);
    expect(await store.find('a')).toBeDefined();
    await store.load();
    expect(await store.find('a')).toBeUndefined();
    expect(await store.find('b')).toBeDefined();
  });

  it('reads known keys again when they are a minute old, and answers without waiting', async () => {
    const store = new KeyStore([url]);
    await store.find('a');
    later(59_000);
    await store.find('a');
    // A question of the store would arrive before this one.
    await fetch(url);
    expect(asked).toBe(2);
    later(61_000);
    broken = { status: 503, body: '' };
    expect(await store.find('a')).toBeDefined();
    await eventually(() => {
      expect(asked).toBe(3);
    });
    expect(await store.find('a')).toBeDefined();
  });

  it('asks again for an unknown key after five seconds', async () => {
    const store = new KeyStore([url]);
    await store.find('a');
    kids = ['a', 'new'];
    later(4_000);
    expect([await store.find('new'), asked]).toEqual([undefined, 1]);
    later(5_500);
    expect(await store.find('new')).toBeDefined();
    expect(asked).toBe(2);
  });

  it('uses keys of RS256 and ES256, and none without a name or with an algorithm that is not its own', async () => {
    const keys = [
      { ...jwk, kid: 'a', alg: 'RS256' },
      { ...ecOf('P-256'), kid: 'ec', alg: 'ES256' },
      { ...ecOf('P-384'), kid: 'curve', alg: 'ES256' },
      { ...ecOf('P-256'), kid: 'ec-rs', alg: 'RS256' },
      { ...jwk, kid: 'rsa-es', alg: 'ES256' },
      { ...jwk, kid: 'ps', alg: 'PS256' },
      { ...jwk, kid: 'any' },
      { ...jwk, alg: 'RS256' },
    ];
    broken = { status: 200, body: JSON.stringify({ keys }) };
    const store = new KeyStore([url]);
    expect(await store.find('a')).toBeDefined();
    expect((await store.find('ec'))?.asymmetricKeyType).toBe('ec');
    for (const kid of ['curve', 'ec-rs', 'rsa-es', 'ps', 'any', ''])
      expect([kid, await store.find(kid)]).toEqual([kid, undefined]);
  });

  it('asks another address when the first one is dead or answers with an error', async () => {
    const failing = createServer((_request, response) => response.writeHead(503).end());
    await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve));
    const dead = `http://127.0.0.1:${await freePort()}`;
    const store = new KeyStore([dead, `http://127.0.0.1:${(failing.address() as AddressInfo).port}`, url]);
    expect(await store.find('a')).toBeDefined();
    failing.close();
  });
});
