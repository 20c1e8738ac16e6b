import type { AddedPasskey } from '@ces/contracts/identity/operators/passkeys';
import type { Page } from '@ces/testing/gateway/browser';
import { OperatorWorld } from '../platform/operator-world.js';
import { Platform } from '../platform/platform.js';
import { SoftwareAuthenticator } from './software-authenticator.js';

interface Options {
  challenge: string;
  rp?: { id: string };
  excludeCredentials?: { id: string }[];
}

describe('a passkey of an operator', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const optionsOf = async (world: OperatorWorld, path = 'passkeys:options', body?: object) => {
    const answer = await world.call('POST', `/console/factors/${path}`, { body });
    expect(answer.status).toBe(200);
    return answer.body as unknown as Options;
  };
  const add = (world: OperatorWorld, response: object, name = 'Laptop') =>
    world.call('POST', '/console/factors/passkeys', { body: { name, response } });
  const added = async (world: OperatorWorld, device: SoftwareAuthenticator) => {
    const answer = await add(world, device.create(await optionsOf(world)));
    expect(answer.status).toBe(201);
    return answer.body as unknown as AddedPasskey;
  };
  const askedOn = ({ html }: Page) => {
    const [, options = ''] = /data-options="([^"]*)"/.exec(html) ?? [];
    return JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Options;
  };
  const give = (world: OperatorWorld, page: Page, response: object) =>
    world.browser.submit(page, { passkey: JSON.stringify(response) });
  const device = () => new SoftwareAuthenticator(platform.url);
  const inside = () => `${platform.url}/console/customers?q=anna`;

  it('is made in the console, listed, asked for after the password, and signs in', async () => {
    const world = await OperatorWorld.signedIn(platform, 'marketer');
    const key = device();
    const elsewhere = world.inAnotherBrowser();
    await elsewhere.signIn();
    const { id, recovery_codes } = await added(world, key);
    expect((await elsewhere.call('GET', '/console/session')).status).toBe(401);
    expect(recovery_codes).toHaveLength(10);
    expect((await world.call('GET', '/console/session')).body['factors']).toMatchObject({ totp: false, passkeys: 1 });
    const page = await world.signIn();
    expect([page.status, page.html.includes('name="code"')]).toEqual([200, true]);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    const script = await fetch(new URL(/<script src="([^"]+)"/.exec(page.html)?.[1] ?? '', page.url));
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await give(world, page, key.get(askedOn(page)))).url).toBe(inside());
    expect((await world.call('GET', '/console/factors')).body).toEqual({
      ...{ totp: false, required: false },
      passkeys: [{ id, name: 'Laptop', created: expect.any(String), last_used: expect.any(String) }],
    });
    const byCode = await world.browser.submit(await world.signIn(), { code: recovery_codes?.[0] ?? '' });
    expect(byCode.url).toBe(inside());
  });

  it('signs each challenge once, for this origin and this operator only, and is no copy', async () => {
    const world = await OperatorWorld.signedIn(platform, 'support');
    const key = device();
    await added(world, key);
    const page = await world.signIn();
    const refusedOn = async (from: Page, response: object) => {
      const next = await give(world, from, response);
      expect([next.status, next.html.includes('id="fault"')]).toEqual([400, true]);
      return next;
    };
    const elsewhere = new SoftwareAuthenticator('https://evil.example');
    const shapeless = [{}, { id: 7 }, { id: key.credentialId, response: { clientDataJSON: 'AAAA' } }];
    let next = await refusedOn(page, device().get(askedOn(page)));
    next = await refusedOn(next, Object.assign(elsewhere.get(askedOn(next)), { id: key.credentialId }));
    for (const each of shapeless) next = await refusedOn(next, each);
    next = await refusedOn(next, key.get(askedOn(page)));
    const end = await give(world, next, key.get(askedOn(next)));
    expect(end.url).toBe(inside());
    key.counter -= 1;
    const again = await world.signIn();
    await refusedOn(again, key.get(askedOn(again)));
  });

  it('is added with a challenge of the session, once', async () => {
    const world = await OperatorWorld.signedIn(platform, 'support');
    const other = await OperatorWorld.signedIn(platform, 'support');
    const response = device().create(await optionsOf(world));
    expect((await add(other, response)).status).toBe(400);
    expect((await add(world, {})).status).toBe(400);
    expect((await add(world, response)).status).toBe(400);
    const own = device().create(await optionsOf(world));
    expect([(await add(world, own)).status, (await add(world, own)).status]).toEqual([201, 400]);
  });

  it('or a recovery code proves every later change of the factors', async () => {
    const world = await OperatorWorld.signedIn(platform, 'auditor');
    const key = device();
    const { id, recovery_codes = [] } = await added(world, key);
    const remove = (body?: object) => world.call('DELETE', `/console/factors/passkeys/${id}`, { body });
    const refusals = [
      await remove(),
      await remove({ code: '000000' }),
      await remove({ passkey: {} }),
      await world.call('POST', '/console/factors/passkeys:options'),
      await world.call('POST', '/console/factors/totp'),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    const forProof = await optionsOf(world, 'proof:options');
    expect((await add(world, device().create({ ...forProof, rp: { id: '127.0.0.1' } }))).status).toBe(400);
    const options = await optionsOf(world, 'passkeys:options', { code: recovery_codes[0] });
    expect(options.excludeCredentials).toEqual([expect.objectContaining({ id: key.credentialId })]);
    const proof = { passkey: key.get(await optionsOf(world, 'proof:options')) };
    expect((await remove(proof)).status).toBe(204);
    expect((await world.call('GET', '/console/factors')).body).toMatchObject({ passkeys: [] });
    expect((await world.signIn()).url).toBe(inside());
  });

  it('goes when an owner removes the factors', async () => {
    const world = await OperatorWorld.signedIn(platform, 'support');
    await added(world, device());
    const { id } = world.operator;
    expect((await platform.api.send('DELETE', `/api/1/admin/operators/${id}/factors`)).status).toBe(200);
    expect((await world.signIn()).url).toBe(inside());
  });
});
