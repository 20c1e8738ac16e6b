import { Bus } from '@ces/messaging/calls/bus';
import { rpc } from '@ces/contracts/rpc';
import { Nats } from '@ces/messaging/nats';
import { catchLogs, type CaughtLogs } from '@ces/testing/catch-logs';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { startNats } from '@ces/local-stack/nats/nats';
import { nkeys } from 'nats';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppConfig, readConfig } from './config.js';
import { natsSettings } from './nats-settings.js';

const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
const fileOf = (name: string, text: string): string => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};
const pair = nkeys.createUser();
const seed = fileOf('seed', new TextDecoder().decode(pair.getSeed()));
const creds = fileOf('creds', '-----BEGIN NATS USER JWT-----\nx\n------END NATS USER JWT------\n');
const certificate = fileOf('cert', '-----BEGIN CERTIFICATE-----');
const key = fileOf('key', '-----BEGIN PRIVATE KEY-----');

afterAll(() => {
  rmSync(dir, { recursive: true });
});

describe('the credentials for NATS', () => {
  const settingsOf = (env: Record<string, string>) => natsSettings('cards', readConfig(AppConfig, env));

  it('come from user and password, from the address, or from a file; settings.url holds none', () => {
    const password = { kind: 'password', user: 'cards', password: 'a:b/c' };
    expect(settingsOf({ NATS_USER: 'cards', NATS_PASSWORD: 'a:b/c' }).credentials).toEqual(password);
    const address = 'nats://cards:a%3Ab%2Fc@';
    expect(settingsOf({ NATS_URL: `${address}one:4222,${address}two:4222` })).toMatchObject({
      url: 'nats://one:4222,nats://two:4222',
      credentials: password,
    });
    expect(settingsOf({ NATS_NKEY_FILE: seed }).credentials).toMatchObject({ kind: 'nkey' });
    expect(settingsOf({ NATS_CREDS_FILE: creds }).credentials).toMatchObject({ kind: 'creds' });
    expect(settingsOf({})).not.toHaveProperty('credentials');
  });

  it('come with TLS when the address or a file asks for it', () => {
    expect(settingsOf({}).tls).toBeUndefined();
    expect(settingsOf({ NATS_URL: 'tls://nats:4222' }).tls).toEqual({});
    expect(settingsOf({ NATS_CA_FILE: certificate, NATS_CERT_FILE: certificate, NATS_KEY_FILE: key }).tls).toEqual({
      caFile: certificate,
      certFile: certificate,
      keyFile: key,
    });
  });

  it.each([
    'u:ab/cd@host:4222',
    'u:a:b@host',
    'u:100%@host',
    'u:%ff@host',
    'u:a@b@host',
    ':password@host',
    'u:@host',
    'host:4222x',
  ])('in nats://%s are a fault of the configuration, because a part of them would be lost', (rest) => {
    const read = () => readConfig(AppConfig, { NATS_URL: `nats://${rest}` });
    expect(read).toThrow('NATS_URL: needs');
  });

  it.each(['nats:4222', '[::1]:4222', '127.0.0.1', 'host.example:4222/'])('are not needed in nats://%s', (rest) => {
    expect(settingsOf({ NATS_URL: `nats://${rest}` }).url).toBe(`nats://${rest}`);
  });

  it.each([
    [{ NATS_USER: 'cards' }, 'NATS_USER: needs NATS_PASSWORD beside it'],
    [{ NATS_PASSWORD: 'secret' }, 'NATS_PASSWORD: needs NATS_USER beside it'],
    [{ NATS_CERT_FILE: certificate }, 'NATS_CERT_FILE: needs NATS_KEY_FILE beside it'],
    [{ NATS_KEY_FILE: key }, 'NATS_KEY_FILE: needs NATS_CERT_FILE beside it'],
    [{ NATS_USER: 'a', NATS_PASSWORD: 'b', NATS_NKEY_FILE: seed }, 'NATS_NKEY_FILE: cannot stand beside NATS_USER'],
    [{ NATS_URL: 'nats://a:b@c:1', NATS_CREDS_FILE: creds }, 'NATS_CREDS_FILE: cannot stand beside NATS_URL'],
    [{ NATS_URL: 'nats://a:b@c:1', NATS_USER: 'a', NATS_PASSWORD: 'b' }, 'NATS_USER: cannot stand beside NATS_URL'],
    [{ NATS_URL: 'nats://token@c:1' }, 'NATS_URL: needs user and password as nats://user:password@host:port'],
    [{ NATS_URL: 'nats://a:b@c:1,nats://d:1' }, 'NATS_URL: must name the same user and password in every address'],
    [{ NATS_NKEY_FILE: join(dir, 'absent') }, `NATS_NKEY_FILE: ${join(dir, 'absent')} cannot be read`],
    [{ NATS_NKEY_FILE: certificate }, `NATS_NKEY_FILE: ${certificate} holds no "SU"`],
    [{ NATS_CA_FILE: key }, `NATS_CA_FILE: ${key} holds no "BEGIN CERTIFICATE"`],
  ])('are a fault of the configuration in %j', (env, fault) => {
    expect(() => readConfig(AppConfig, env)).toThrow(fault);
  });
});

describe('a NATS with users', () => {
  let guarded: GuardedNats;
  let logs: CaughtLogs;
  const open: Nats[] = [];

  beforeAll(async () => {
    guarded = await GuardedNats.start();
    guarded.expectViolations();
  });

  beforeEach(() => {
    logs = catchLogs();
  });

  afterEach(async () => {
    for (const nats of open.splice(0)) await nats.onApplicationShutdown();
    Logger.overrideLogger(false);
  });

  afterAll(() => guarded.stop());

  const connecting = (env: Record<string, string>): Nats => {
    const variables = { NATS_URL: guarded.server.url, NATS_NAMESPACE: guarded.namespace, ...env };
    const nats = new Nats(natsSettings('cards', readConfig(AppConfig, variables)));
    open.push(nats);
    nats.onModuleInit();
    return nats;
  };
  const isConnected = (nats: Nats, connected: boolean) =>
    eventually(() => {
      expect(nats.connected).toBe(connected);
    }, 20_000);
  const reload = (from: string, to: string): void => {
    const file = join(guarded.server.dataDir, 'nats.conf');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    process.kill(guarded.server.pid(), 'SIGHUP');
  };
  const refusals = () => logs.errors.map(([line]) => line);
  const mine = { user: '"user":"cards","password":"password-of-cards"', other: '"user":"cards","password":"other"' };
  const refusal = 'NATS refuses the password of user "cards": Authorization Violation; trying again';

  it('accepts a service by user and password, by its address, and by an nkey', async () => {
    await isConnected(connecting({ NATS_USER: 'cards', NATS_PASSWORD: 'password-of-cards' }), true);
    const address = guarded.server.url.replace('nats://', 'nats://cards:password-of-cards@');
    await isConnected(connecting({ NATS_URL: address }), true);
    const byKey = connecting({ NATS_NKEY_FILE: seed });
    reload('"user":"webhooks","password":"password-of-webhooks"', `"nkey":"${pair.getPublicKey()}"`);
    await isConnected(byKey, true);
  });

  it('refuses other credentials: the service logs one line, and waits until they are right', async () => {
    const nats = connecting({ NATS_USER: 'cards', NATS_PASSWORD: 'other' });
    await eventually(() => {
      expect(refusals()).toEqual([refusal]);
    }, 20_000);
    const call = new Bus(nats).call(rpc('identity.some', null).returns<object>(), {});
    await expect(call).rejects.toMatchObject({ status: 503, code: 'service-unavailable' });
    reload(mine.user, mine.other);
    await isConnected(nats, true);
    expect(refusals()).toEqual([refusal]);
    reload(mine.other, mine.user);
    // The server reads its file a moment later, and the next test begins with these credentials.
    await isConnected(connecting({ NATS_USER: 'cards', NATS_PASSWORD: 'password-of-cards' }), true);
  });

  it('may revoke credentials: the service logs one line, and reconnects when they are back', async () => {
    const nats = connecting({ NATS_USER: 'cards', NATS_PASSWORD: 'password-of-cards' });
    await isConnected(nats, true);
    reload(mine.user, mine.other);
    await eventually(() => {
      expect(refusals()).toEqual([refusal]);
    }, 20_000);
    // The pause covers several attempts.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect([nats.connected, refusals()]).toEqual([false, [refusal]]);
    reload(mine.other, mine.user);
    await isConnected(nats, true);
  });

  it('refuses a subscription: the service logs the subject, and keeps running', async () => {
    const nats = connecting({ NATS_USER: 'cards', NATS_PASSWORD: 'password-of-cards' });
    const connection = await nats.connection();
    const subject = nats.subject('rpc', 'identity.clients.create');
    for (let n = 0; n < 3; n += 1) connection.subscribe(subject, { callback: () => undefined });
    await eventually(() => {
      expect(refusals()).toEqual([`NATS does not let cards subscribe to ${subject}`]);
    });
    expect(nats.connected).toBe(true);
  });
});

describe('a NATS with an operator', () => {
  type KeyPair = ReturnType<typeof nkeys.createUser>;
  const operator = nkeys.createOperator();
  const [account, system] = [nkeys.createAccount(), nkeys.createAccount()];

  /** Signs `claims` about `subject` as the tools of NATS do. */
  const jwt = (issuer: KeyPair, subject: KeyPair, claims: object): string => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const body = {
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1_000),
      iss: issuer.getPublicKey(),
      sub: subject.getPublicKey(),
      nats: { version: 2, ...claims },
    };
    const signed = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode(body)}`;
    return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
  };
  const noLimits = { subs: -1, data: -1, payload: -1 };
  const credsOf = (issuer: KeyPair): string => {
    const user = nkeys.createUser();
    return [
      '-----BEGIN NATS USER JWT-----',
      jwt(issuer, user, { type: 'user', ...noLimits }),
      '------END NATS USER JWT------',
      '-----BEGIN USER NKEY SEED-----',
      new TextDecoder().decode(user.getSeed()),
      '------END USER NKEY SEED------',
      '',
    ].join('\n');
  };

  it('accepts a service by a creds file, and refuses one of an account that the operator does not know', async () => {
    const limits = { ...noLimits, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
    const ofAccount = (each: KeyPair) => [each.getPublicKey(), jwt(operator, each, { type: 'account', limits })];
    const server = await startNats({
      dataDir: join(dir, 'operated'),
      operator: {
        jwt: jwt(operator, operator, { type: 'operator' }),
        accounts: Object.fromEntries([account, system].map(ofAccount)) as Record<string, string>,
        systemAccount: system.getPublicKey(),
      },
    });
    const logs = catchLogs();
    const connecting = (file: string): Nats => {
      const config = readConfig(AppConfig, { NATS_URL: server.url, NATS_CREDS_FILE: file });
      const nats = new Nats(natsSettings('cards', config));
      nats.onModuleInit();
      return nats;
    };
    const known = connecting(fileOf('known.creds', credsOf(account)));
    const stranger = connecting(fileOf('stranger.creds', credsOf(nkeys.createAccount())));
    try {
      await eventually(() => {
        expect(known.connected).toBe(true);
        const refusal = 'NATS refuses the creds file: Authorization Violation; trying again';
        expect(logs.errors.map(([line]) => line)).toEqual([refusal]);
      }, 20_000);
      expect(stranger.connected).toBe(false);
    } finally {
      for (const nats of [known, stranger]) await nats.onApplicationShutdown();
      await server.stop();
      Logger.overrideLogger(false);
    }
  });
});
