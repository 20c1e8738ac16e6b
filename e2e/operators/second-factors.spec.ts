import type { ConfirmedTotp, PendingTotp } from '@ces/contracts/identity/operators/factors';
import { Browser } from '@ces/testing/gateway/browser';
import { codeOf, stepAt } from '../../apps/identity/src/operators/factors/totp.js';
import { operatorPassword, OperatorWorld } from '../platform/operator-world.js';
import { Platform } from '../platform/platform.js';

describe('the second factor of an operator', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const begun = async (world: OperatorWorld) =>
    (await world.call('POST', '/console/factors/totp')).body as unknown as PendingTotp;
  const confirm = (world: OperatorWorld, code: string) =>
    world.call('POST', '/console/factors/totp:confirm', { body: { code } });
  const factorsOf = async (world: OperatorWorld) => (await world.call('GET', '/console/factors')).body;

  it('is set up with a code, asked for after the password, and counts each code once', async () => {
    const world = await OperatorWorld.signedIn(platform, 'marketer');
    const { secret, otpauth_url } = await begun(world);
    expect(otpauth_url).toContain(`secret=${secret}`);
    expect(await factorsOf(world)).toMatchObject({ totp: false });
    const step = stepAt(Date.now());
    expect((await confirm(world, codeOf(secret, step + 7))).status).toBe(400);
    const { status, body } = await confirm(world, codeOf(secret, step));
    expect([status, await factorsOf(world)]).toEqual([200, { totp: true, passkeys: [], required: false }]);
    const asked = await world.signIn(operatorPassword);
    expect([asked.status, asked.html.includes('name="code"')]).toEqual([200, true]);
    const used = await world.browser.submit(asked, { code: codeOf(secret, step), action: 'sign-in' });
    expect([used.status, used.html.includes('role="alert"')]).toEqual([400, true]);
    const end = await world.browser.submit(used, { code: codeOf(secret, step + 1), action: 'sign-in' });
    expect(end.url).toBe(`${platform.url}/console/customers?q=anna`);
    const [code = ''] = (body as unknown as ConfirmedTotp).recovery_codes;
    const byRecovery = async () =>
      world.browser.submit(await world.signIn(operatorPassword), { code, action: 'sign-in' });
    expect((await byRecovery()).url).toBe(`${platform.url}/console/customers?q=anna`);
    expect((await byRecovery()).status).toBe(400);
  });

  it('finishes no sign-in that began before a block or a new password', async () => {
    const world = await OperatorWorld.signedIn(platform, 'support');
    const { secret } = await begun(world);
    const step = stepAt(Date.now());
    await confirm(world, codeOf(secret, step));
    const path = `/api/1/admin/operators/${world.operator.id}`;
    const ends = [
      async () => {
        for (const state of ['blocked', 'active']) await platform.api.send('PATCH', path, { body: { state } });
      },
      async () => {
        const { invitation_url } = (await platform.api.post(`${path}:invite`)).body as { invitation_url: string };
        const browser = new Browser(platform.url);
        const token = invitation_url.split('#token=')[1] ?? '';
        await browser.submit(await browser.open('/console/invitation'), { token, password: operatorPassword });
      },
    ];
    for (const end of ends) {
      const asked = await world.signIn(operatorPassword);
      await end();
      const refused = await world.browser.submit(asked, { code: codeOf(secret, step + 1), action: 'sign-in' });
      expect([refused.status, refused.html.includes('name="code"')]).toEqual([400, false]);
    }
    const end = await world.browser.submit(await world.signIn(operatorPassword), { code: codeOf(secret, step + 1) });
    expect(end.url).toBe(`${platform.url}/console/customers?q=anna`);
  });

  it('is removed by the operator with a fresh proof, or by an owner', async () => {
    const world = await OperatorWorld.signedIn(platform, 'support');
    const setUp = async () => {
      const { secret } = await begun(world);
      const step = stepAt(Date.now());
      expect((await confirm(world, codeOf(secret, step))).status).toBe(200);
      return { used: codeOf(secret, step), next: codeOf(secret, step + 1) };
    };
    const { used, next } = await setUp();
    const remove = (body?: object, marked = true) => world.call('DELETE', '/console/factors/totp', { body, marked });
    expect((await remove({ code: next }, false)).status).toBe(401);
    for (const body of [undefined, { code: used }]) {
      expect(await remove(body)).toMatchObject({ status: 400, body: { code: 'validation-failed' } });
    }
    expect(await begun(world)).toMatchObject({ code: 'validation-failed' });
    expect(await factorsOf(world)).toMatchObject({ totp: true });
    expect((await remove({ code: next })).status).toBe(204);
    expect(await factorsOf(world)).toMatchObject({ totp: false });
    await setUp();
    const { id } = world.operator;
    expect((await platform.api.send('DELETE', `/api/1/admin/operators/${id}/factors`)).status).toBe(200);
    expect((await world.call('GET', '/console/session')).status).toBe(401);
    expect((await world.signIn(operatorPassword)).url).toBe(`${platform.url}/console/customers?q=anna`);
  });
});
