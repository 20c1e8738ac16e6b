import { createOperator } from '@ces/contracts/identity/operators/operators';
import { beginTotp, confirmTotp } from '@ces/contracts/identity/operators/factors';
import { operatorToken, readConsoleSession } from '@ces/contracts/identity/operators/sessions';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../../test/start-identity.js';
import { GrantsService } from '../../grants/grants.service.js';
import { InvitationsService } from '../invitations.service.js';
import { digestOf, OperatorSessionsService } from '../operator-sessions.service.js';
import { OperatorSignInsService } from '../operator-sign-ins.service.js';
import { FactorsService } from './factors.service.js';
import { codeOf, stepAt } from './totp.js';

describe('second factors', () => {
  let identity: RunningService;
  const asker = { address: '192.0.2.1' };

  beforeAll(async () => {
    identity = await startIdentity({ OPERATOR_FACTORS_REQUIRED: 'owner, developer' });
  });

  afterAll(() => identity.stop());

  const signedIn = async (email: string, role: 'owner' | 'support') => {
    const { id, invitation_url } = await identity.bus.call(createOperator, { name: 'Olga', email, role });
    const secret = invitation_url.split('#token=')[1] ?? '';
    await identity.app.get(InvitationsService).accept(secret, 'a long enough secret');
    return { id, session: digestOf((await identity.app.get(OperatorSessionsService).begin(id)) ?? '') };
  };
  const setUp = async (session: string) => {
    const { secret } = await identity.bus.call(beginTotp, { session });
    await identity.bus.call(confirmTotp, { session, code: codeOf(secret, stepAt(Date.now())), address: '' });
    return secret;
  };

  it('are needed for a token where the role demands one, and only there', async () => {
    const { id, session } = await signedIn('owner@shop.example', 'owner');
    await expect(identity.bus.call(operatorToken, { session })).rejects.toMatchObject({
      code: 'second-factor-missing',
    });
    expect(await identity.bus.call(readConsoleSession, { session })).toMatchObject({
      factors: { totp: false, required: true },
    });
    await setUp(session);
    expect(await identity.bus.call(operatorToken, { session })).toEqual({ token: expect.any(String) });
    const signIns = identity.app.get(OperatorSignInsService);
    expect(await signIns.claimsOf(id)).toMatchObject({ scope: expect.stringContaining('admin') as string });
    const fresh = await signedIn('second-owner@shop.example', 'owner');
    expect(await signIns.claimsOf(fresh.id)).toMatchObject({ scope: '' });
    const other = await signedIn('support@shop.example', 'support');
    expect(await identity.bus.call(operatorToken, other)).toEqual({ token: expect.any(String) });
  });

  it('end with the first one all earlier sign-ins but the session, and none later', async () => {
    const { id, session } = await signedIn('robbed@shop.example', 'owner');
    const [sessions, grants] = [identity.app.get(OperatorSessionsService), identity.app.get(GrantsService)];
    const begin = async (grant: string) => {
      await grants.put('Grant', grant, { accountId: id }, 60);
      return digestOf((await sessions.begin(id)) ?? '');
    };
    const thief = await begin('of-thief');
    const secret = await setUp(session);
    await expect(sessions.operatorOf(thief)).rejects.toMatchObject({ code: 'session-missing' });
    expect(await sessions.operatorOf(session)).toBe(id);
    expect(await grants.find('Grant', 'of-thief')).toBeUndefined();
    expect(await identity.app.get(OperatorSignInsService).isCurrent(id, 2)).toBe(false);
    const later = await begin('later');
    await identity.query('UPDATE operator SET totp_pending = totp_secret WHERE id = $1', [id]);
    await identity.bus.call(confirmTotp, { session, code: codeOf(secret, stepAt(Date.now())), address: '' });
    expect(await sessions.operatorOf(later)).toBe(id);
    expect(await grants.find('Grant', 'later')).toBeDefined();
  });

  it('keep their secrets sealed, and stop guesses after five', async () => {
    const { id, session } = await signedIn('guessed@shop.example', 'support');
    const secret = await setUp(session);
    const rows = await identity.query<{ kept: string }>('SELECT operator::text AS kept FROM operator');
    expect(rows.map(({ kept }) => kept).join()).not.toContain(secret);
    const factors = identity.app.get(FactorsService);
    for (let guess = 0; guess < 5; guess += 1) expect(await factors.useCode(id, '000000x', asker)).toBe(false);
    await expect(factors.useCode(id, codeOf(secret, stepAt(Date.now()) + 1), asker)).rejects.toMatchObject({
      code: 'rate-limited',
    });
  });

  it('count guesses that come at once like guesses that come one by one', async () => {
    const { id, session } = await signedIn('burst@shop.example', 'support');
    await setUp(session);
    const factors = identity.app.get(FactorsService);
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, () => factors.useCode(id, '000000x', asker)));
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});
