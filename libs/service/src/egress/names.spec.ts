import { NameServer } from '@ces/testing/servers/name-server';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { demandPermittedHost, guardedDispatcher } from './guard.js';
import { Names } from './names.js';

describe('Names', () => {
  const addresses = new Map<string, string>();
  let nameServer: NameServer;
  let names: Names;
  let receiver: Server;
  let connections = 0;
  let port: number;

  beforeAll(async () => {
    nameServer = await NameServer.start((name) => addresses.get(name) ?? 'none');
    names = new Names({ servers: [nameServer.address] });
    receiver = createServer((_, response) => response.writeHead(204).end());
    receiver.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    port = (receiver.address() as AddressInfo).port;
  });

  afterAll(async () => {
    nameServer.stop();
    await new Promise((resolve) => receiver.close(resolve));
  });

  const timeouts = { connectTimeout: 5_000, headersTimeout: 5_000, bodyTimeout: 5_000 };
  const send = async (host: string, allow = ['127.0.0.1']) => {
    const dispatcher = guardedDispatcher({ allow, ...timeouts, names });
    try {
      return (await request(`http://${host}:${port}/`, { dispatcher })).statusCode;
    } finally {
      await dispatcher.destroy();
    }
  };

  it('finds a name while servers of other names do not answer', async () => {
    const deaf = Array.from({ length: 50 }, (_, i) => `deaf-${i}.example`);
    for (const name of deaf) addresses.set(name, 'deaf');
    addresses.set('shop.example', '127.0.0.1');
    const waiting = deaf.map((name) => names.addressesOf(name).catch((error: unknown) => error));
    expect(await send('shop.example')).toBe(204);
    for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ code: 'EAI_AGAIN' });
  }, 15_000);

  it('protects against a name whose address changes after the check', async () => {
    const before = connections;
    addresses.set('turns.example', '127.0.0.1');
    await demandPermittedHost('turns.example', ['127.0.0.1'], names);
    for (const inward of ['10.0.0.1', '169.254.169.254', '127.0.0.2']) {
      addresses.set('turns.example', inward);
      await expect(send('turns.example')).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
    }
    expect(connections).toBe(before);
  });

  it('says that a name is unknown', async () => {
    await expect(names.addressesOf('nobody.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(send('nobody.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    // RFC 6761, also with a dot at the end.
    expect(await names.addressesOf('a.LOCALHOST.')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  it('finds names of the hosts file without a server', async () => {
    const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
    const hostsFile = join(dir, 'hosts');
    writeFileSync(hostsFile, '# ours\n127.0.0.1\tlocalhost\n10.1.2.3 crm.internal CRM # the old one\n::1 crm\nx y\n');
    const known = new Names({ servers: [nameServer.address], hostsFile });
    expect(await known.addressesOf('crm.INTERNAL.')).toEqual([{ address: '10.1.2.3', family: 4 }]);
    expect(await known.addressesOf('crm')).toEqual([
      { address: '10.1.2.3', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(await known.addressesOf('localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
    await expect(known.addressesOf('y')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(nameServer.asked).not.toEqual(expect.arrayContaining([expect.stringMatching(/crm|localhost/)]));
    rmSync(dir, { recursive: true });
  });
});
