import { openSteps } from '@ces/contracts/identity/registration';
import { ApiClient, type ApiAnswer } from '@ces/testing/gateway/api-client';
import { beginRegistration, mailedNonce, register } from '@ces/testing/gateway/registrations';
import { standIn } from '@ces/testing/services/stand-in';
import { Platform } from '../platform/platform.js';

describe('a mailed nonce that comes with a token', () => {
  let platform: Platform;
  let anonymous: ApiClient;
  let otherClient: ApiClient;

  beforeAll(async () => {
    platform = await Platform.start();
    anonymous = new ApiClient(platform.url);
    await standIn(platform.services.identity, openSteps, () => ({ optins: false, card: false }));
    const made = await platform.api.post('/api/1/admin/clients', { name: 'Other', scopes: ['registration'] });
    otherClient = await platform.api.as(made.body as { id: string; secret: string });
  });

  afterAll(() => platform.stop());

  const problem = ({ status, body }: ApiAnswer) => ({ status, code: (body as { code?: string }).code });
  const invalid = { status: 400, code: 'nonce-invalid' };
  const activate = (by: ApiClient, nonce: string) => by.post('/api/1/user/activator/uniquelink', { nonce });
  const finish = (by: ApiClient, nonce: string) => by.post('/api/1/user/delete/finish', { nonce });
  const completed = async () => {
    const { nonce, username, user_id } = await beginRegistration(platform);
    await platform.api.post('/api/1/user/complete', { auth_nonce: nonce });
    return { user_id, nonce: await mailedNonce(platform, username) };
  };
  const deleting = async () => {
    const { user_id, username } = await register(platform);
    const user = await platform.asUser(user_id, 'account');
    await user.post('/api/1/user/delete/request'); // row 25
    return { user, nonce: await mailedNonce(platform, username, 2) };
  };

  it('activates no account for another client, row 20', async () => {
    const { nonce } = await completed();
    expect(problem(await activate(otherClient, nonce))).toEqual(invalid);
    expect((await activate(platform.api, nonce)).status).toBe(200);
    expect(problem(await activate(otherClient, nonce))).toEqual(invalid);
  });

  it('activates an account without a token, row 20', async () => {
    const { nonce, user_id } = await completed();
    const stranger = await register(platform);
    expect(problem(await activate(await platform.asUser(stranger.user_id, 'account'), nonce))).toEqual(invalid);
    expect((await activate(anonymous, nonce)).body).toEqual({ activated: true, user_id });
  });

  it('deletes no account for another client or user, row 27', async () => {
    const { nonce, user } = await deleting();
    const stranger = await deleting();
    expect(problem(await finish(otherClient, nonce))).toEqual(invalid);
    expect(problem(await finish(stranger.user, nonce))).toEqual(invalid);
    expect((await finish(user, nonce)).body).toEqual({ deleted: true });
    expect((await finish(platform.api, stranger.nonce)).body).toEqual({ deleted: true });
  });

  it('deletes an account without a token, row 27', async () => {
    expect((await finish(anonymous, (await deleting()).nonce)).status).toBe(200);
  });
});
