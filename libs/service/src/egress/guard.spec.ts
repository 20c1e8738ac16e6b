import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { demandPermittedHost, guardedDispatcher, isCidr, isForbiddenAddress } from './guard.js';

const loopback = ['127.0.0.0/8', '::1/128'];

describe('isForbiddenAddress', () => {
  it.each([
    ['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
    ['198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::ffff:0:127.0.0.1'],
    ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '2001::1', '2001:0:1::1', '2001:10::1'],
    ['2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0'],
    ['fec0::1', 'ff02::1', '4000::1', 'localhost', '', '1.2.3', '0177.0.0.1', '0x7f.1', '2130706433', '8.8.8.8:80'],
  ])('forbids %s, %s, %s, %s, %s, %s, %s', (...addresses) => {
    expect(addresses.filter((address) => !isForbiddenAddress(address))).toEqual([]);
  });

  it('permits public addresses, and private ones of allowed networks', () => {
    const open = ['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450::1'];
    expect(open.filter((address) => isForbiddenAddress(address))).toEqual([]);
    expect(['127.0.0.1', '127.9.9.9', '::1'].filter((address) => isForbiddenAddress(address, loopback))).toEqual([]);
    expect(['10.0.0.1', '::2', '64:ff9b::7f00:1'].every((address) => isForbiddenAddress(address, loopback))).toBe(true);
  });

  it('takes networks in CIDR notation only', () => {
    expect(['10.0.0.0/8', '10.0.0.1', 'fd00::/8', '::1'].every(isCidr)).toBe(true);
    expect(
      ['10.0.0.0/33', '::/129', '10.0.0/8', 'example.com', '', '10.0.0.0/', '/8', 'fe80::1%1/64'].some(isCidr),
    ).toBe(false);
  });
});

describe('the guarded dispatcher', () => {
  let canary: Server;
  let connections = 0;
  let port: number;
  const timeouts = { connectTimeout: 2_000, headersTimeout: 2_000, bodyTimeout: 2_000 };

  beforeAll(async () => {
    canary = createServer((_request, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end('x'.repeat(100)),
    );
    canary.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
    port = (canary.address() as AddressInfo).port;
  });

  afterAll(async () => {
    await new Promise((resolve) => canary.close(resolve));
  });

  it.each(['127.0.0.1', '[::1]', 'localhost', '[::ffff:127.0.0.1]', '0', '2130706433', '0x7f.0.0.1', '017700000001'])(
    'opens no connection to %s, which demandPermittedHost refuses too',
    async (host) => {
      const dispatcher = guardedDispatcher({ allow: [], ...timeouts });
      const url = new URL(`http://${host}:${port}/`);
      await expect(request(url, { dispatcher })).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
      await expect(demandPermittedHost(url.hostname, [])).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
      expect(connections).toBe(0);
      await dispatcher.close();
    },
  );

  it.each(['127.0.0.1', '[::1]', 'localhost'])(
    'reaches %s when it is allowed, and follows no redirect',
    async (host) => {
      const dispatcher = guardedDispatcher({ allow: loopback, ...timeouts });
      await demandPermittedHost(host, loopback);
      const { statusCode, body } = await request(`http://${host}:${port}/`, { dispatcher });
      expect([statusCode, (await body.text()).length]).toEqual([302, 100]);
      await dispatcher.close();
    },
  );

  it('sends nothing without TLS when told so', async () => {
    const before = connections;
    const dispatcher = guardedDispatcher({ allow: loopback, ...timeouts, httpsOnly: true });
    const sent = request(`http://127.0.0.1:${port}/`, { dispatcher });
    await expect(sent).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
    expect(connections).toBe(before);
    await dispatcher.close();
  });

  it('connects to the allowed address of a name with several', async () => {
    const dispatcher = guardedDispatcher({ allow: ['127.0.0.1'], ...timeouts });
    const { body } = await request(`http://localhost:${port}/`, { dispatcher });
    expect(await body.text()).toHaveLength(100);
    await dispatcher.close();
  });

  it('stops reading at the largest allowed answer', async () => {
    const dispatcher = guardedDispatcher({ allow: loopback, ...timeouts, maxResponseSize: 50 });
    const { body } = await request(`http://127.0.0.1:${port}/`, { dispatcher });
    await expect(body.text()).rejects.toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
    await dispatcher.close();
  });
});
