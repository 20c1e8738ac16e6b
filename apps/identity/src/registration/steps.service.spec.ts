import { registerCredentials } from '@ces/contracts/identity/credentials';
import { savePerson } from '@ces/contracts/identity/person';
import { completeRegistration, nextStep, openSteps } from '@ces/contracts/identity/registration';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';

const client_id = 'cl_shop';

describe.each([
  ['is optional', 'false'],
  ['is required', 'true'],
])('the steps of a registration, when a customer card %s', (_, required) => {
  let identity: RunningService;
  const open = { optins: false, card: false };

  beforeAll(async () => {
    identity = await startIdentity({ REGISTRATION_REQUIRES_CARD: required });
    await identity.answer(openSteps, () => open);
  });

  afterAll(() => identity.stop());

  const begin = async (username: string) => {
    const credentials = { username, password: 'correct horse', client_id };
    return (await identity.bus.call(registerCredentials, credentials)).nonce;
  };
  const enterPerson = (auth_nonce: string) =>
    identity.bus.call(savePerson, { auth_nonce, client_id, fields: { firstName: 'Anna', lastName: 'Berg' } });
  const next = (auth_nonce: string, skip: number[] = []) =>
    identity.bus.call(nextStep, { auth_nonce, client_id, skip });
  const complete = (auth_nonce: string) =>
    identity.bus
      .call(completeRegistration, { auth_nonce, client_id, locale: 'en_GB' })
      .then(() => 'complete')
      .catch((error: unknown) => (error as { extras: { members: object } }).extras.members);

  it('come in their order, and each can be skipped', async () => {
    const nonce = await begin('order@example.com');
    Object.assign(open, { optins: true, card: true });
    expect(await next(nonce)).toEqual({ continue_from: 2, step: 'user-person' });
    expect(await next(nonce, [2])).toEqual({ continue_from: 3, step: 'user-optins' });
    expect(await next(nonce, [2, 3])).toEqual({ continue_from: 4, step: 'customer-card' });
    expect(await next(nonce, [2, 3, 4])).toBeNull();
    await enterPerson(nonce);
    expect(await next(nonce)).toEqual({ continue_from: 3, step: 'user-optins' });
    Object.assign(open, { optins: false });
    expect(await next(nonce)).toEqual({ continue_from: 4, step: 'customer-card' });
  });

  it('must all be done to complete it, except an optional card', async () => {
    const nonce = await begin('complete@example.com');
    Object.assign(open, { optins: true, card: true });
    expect(await complete(nonce)).toEqual({ continue_from: 2, step: 'user-person' });
    await enterPerson(nonce);
    expect(await complete(nonce)).toEqual({ continue_from: 3, step: 'user-optins' });
    Object.assign(open, { optins: false });
    const withoutCard = required === 'true' ? { continue_from: 4, step: 'customer-card' } : 'complete';
    expect(await complete(nonce)).toEqual(withoutCard);
    Object.assign(open, { card: false });
    expect(await complete(nonce)).toBe('complete');
  });
});
