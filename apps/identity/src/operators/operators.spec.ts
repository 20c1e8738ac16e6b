import {
  changeOperator,
  createOperator,
  deleteOperator,
  inviteOperator,
  listOperators,
} from '@ces/contracts/identity/operators/operators';
import { untilBlocked } from '@ces/testing/blocked-statements';
import type { RunningService } from '@ces/testing/services/start-service';
import { DataSource } from 'typeorm';
import { startIdentity } from '../../test/start-identity.js';
import { SignInEpochs } from '../grants/sign-in-epochs.js';
import { InvitationsService } from './invitations.service.js';
import { OperatorConnectionsService } from './operator-connections.service.js';
import { OperatorSessionsService } from './operator-sessions.service.js';
import { OperatorStore } from './operator.store.js';

describe('operators', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
  });

  afterAll(() => identity.stop());

  const secretOf = ({ invitation_url }: { invitation_url: string }) => invitation_url.split('#token=')[1] ?? '';
  const make = async (email: string, role: 'owner' | 'auditor' = 'owner') => {
    const made = await identity.bus.call(createOperator, { name: 'Olga', email, role });
    await identity.app.get(InvitationsService).accept(secretOf(made), 'a long enough secret');
    return made.id;
  };

  it('always have an active owner, also when two owners demote each other at once', async () => {
    const [first, second] = [await make('one@shop.example'), await make('two@shop.example')];
    const invited = await identity.bus.call(createOperator, { name: 'X', email: 'x@shop.example', role: 'owner' });
    const outcomes = await Promise.allSettled([
      identity.bus.call(changeOperator, { id: first, role: 'auditor' }),
      identity.bus.call(changeOperator, { id: second, state: 'blocked' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const owners = (await identity.bus.call(listOperators, {})).items.filter(
      ({ role, state }) => role === 'owner' && state === 'active',
    );
    expect(owners).toHaveLength(1);
    const [last] = owners;
    for (const attempt of [
      identity.bus.call(deleteOperator, { id: last?.id ?? '' }),
      identity.bus.call(changeOperator, { id: last?.id ?? '', state: 'blocked' }),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'last-owner' });
    await identity.bus.call(deleteOperator, { id: invited.id });
  });

  it('use an invitation once, and only the newest one', async () => {
    const invitations = identity.app.get(InvitationsService);
    const older = await identity.bus.call(createOperator, { name: 'N', email: 'n@shop.example', role: 'support' });
    const newer = await identity.bus.call(inviteOperator, { id: older.id });
    const choose = (made: { invitation_url: string }) => invitations.accept(secretOf(made), 'a long enough secret');
    expect([await choose(older), await choose(newer), await choose(newer)]).toEqual([false, true, false]);
  });

  it('begin no session once they are blocked, also when they are let in again during the sign-in', async () => {
    const id = await make('blocked@shop.example', 'auditor');
    const sessions = identity.app.get(OperatorSessionsService);
    expect(await sessions.begin(id)).toEqual(expect.any(String));
    const epochs = identity.app.get(SignInEpochs);
    await epochs.during(async () => {
      epochs.note(id, (await identity.app.get(OperatorStore).find(id))?.version ?? 0);
      await identity.bus.call(changeOperator, { id, state: 'blocked' });
      expect(await sessions.begin(id)).toBeUndefined();
      await identity.bus.call(changeOperator, { id, state: 'active' });
      expect(await sessions.begin(id)).toBeUndefined();
    });
    expect(await sessions.begin(id)).toEqual(expect.any(String));
  });

  describe('at a provider', () => {
    const issuer = 'https://company.example';
    const signIn = (subject: string, email?: string) =>
      identity.app.get(OperatorConnectionsService).signIn({ issuer, subject, email });

    it('need no invitation any more once they have signed in, and stay active', async () => {
      const made = await identity.bus.call(createOperator, { name: 'P', email: 'p@shop.example', role: 'support' });
      expect(await signIn('p', 'P@shop.example')).toBe(made.id);
      expect(await identity.app.get(InvitationsService).accept(secretOf(made), 'a long enough secret')).toBe(false);
      for (const state of ['blocked', 'active'] as const) {
        expect(await identity.bus.call(changeOperator, { id: made.id, state })).toMatchObject({ state });
      }
    });

    it('are known by their very address, not by one that only folds to it', async () => {
      const id = await make('kim@shop.example', 'auditor');
      for (const other of ['ｋim@shop.example', '\u212Aim@shop.example', ' kim@shop.example', 'kim@shop．example'])
        expect(await signIn('kim', other)).toBeUndefined();
      expect(await signIn('kim', 'Kim@Shop.example')).toBe(id);
    });

    it('are connected anew by the address only, once an invitation has forgotten the account', async () => {
      const id = await make('q@shop.example', 'auditor');
      await signIn('q', 'q@shop.example');
      const invite = identity.app.get(DataSource).createQueryRunner();
      await invite.startTransaction();
      await invite.query('SELECT FROM operator WHERE id = $1 FOR UPDATE', [id]);
      await invite.query('DELETE FROM operator_connection WHERE operator_id = $1', [id]);
      const late = signIn('q');
      await untilBlocked(invite, { statement: 'FOR UPDATE' });
      await invite.commitTransaction();
      await invite.release();
      expect(await late).toBeUndefined();
      expect(await signIn('q')).toBeUndefined();
      expect(await signIn('q', 'q@shop.example')).toBe(id);
    });
  });

  it('have an address that a mail can reach', async () => {
    const wrong = { name: 'N', email: 'x@аpple.example', role: 'support' } as const;
    await expect(identity.bus.call(createOperator, wrong)).rejects.toMatchObject({ code: 'validation-failed' });
  });
});
