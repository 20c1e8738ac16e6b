import { Health } from '@ces/service/health';
import { basic, newClient, ownIdentity, post, type Running } from '../../test/run-identity.js';
import { ReadyUsersService } from '../seed/ready-users.service.js';

describe('the shutdown of a service', () => {
  let identity: Running;

  beforeAll(async () => {
    identity = await ownIdentity();
  });

  it('answers while it drains, and ends each connection with its answer', async () => {
    const client = await newClient(identity, ['cards']);
    const ask = async () => {
      const { status, headers } = await post(
        `${identity.url}/oauth2/token`,
        { grant_type: 'client_credentials' },
        basic(client, client.secret),
      );
      return [status, headers.get('connection')];
    };
    expect(await ask()).toEqual([200, 'keep-alive']);
    identity.app.get(Health).drain();
    expect((await fetch(`${identity.url}/readyz`)).status).toBe(503);
    expect(await ask()).toEqual([200, 'close']);
  });

  it('lets sign-ins that have begun finish', async () => {
    const user = { username: 'anna@example.com', password: 'correct horse', firstName: 'Anna', lastName: 'Berg' };
    await identity.app.get(ReadyUsersService).createIfMissing(user);
    const client = await newClient(identity, ['cards'], { first_party: true });
    const form = { grant_type: 'password', username: user.username, password: user.password };
    const signIn = () => post(`${identity.url}/oauth2/token`, form, basic(client, client.secret));
    expect((await signIn()).status).toBe(200);
    const attempts = Array.from({ length: 20 }, signIn);
    await Promise.race(attempts);
    await identity.close();
    const statuses = (await Promise.allSettled(attempts)).map((each) =>
      each.status === 'fulfilled' ? each.value.status : 'closed',
    );
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
    expect(statuses.filter((status) => status !== 200 && status !== 'closed')).toEqual([]);
  });
});
