import { check } from '../check.js';
import { AdminCall, AuditPage, userNamedBy } from './audit.js';

const id = 'Ab3'.padEnd(25, 'x');

describe('the user that the path of a call names', () => {
  it.each([
    `GET /api/1/admin/users/${id}`,
    `POST /api/1/admin/users/${id}:deactivate`,
    `GET /api/1/admin/users/${id}/export`,
  ])('is found in %s', (what) => {
    expect(userNamedBy(what)).toBe(id);
  });

  it.each([
    'GET /api/1/admin/users',
    `GET /api/1/admin/users/${id}x`,
    `GET /api/1/admin/users/${id.slice(1)}`,
    `GET /api/1/admin/users/${id}.json`,
    `GET /api/1/admin/cards/${id}`,
    `GET /api/1/admin/users?q=${id}`,
  ])('is none in %s', (what) => {
    expect(userNamedBy(what)).toBeNull();
  });
});

describe('what an entry of the audit log is asked by', () => {
  it('is an actor of 1 to 100 characters without a NUL', async () => {
    expect(await check(AuditPage, { actor: 'x'.repeat(100) }, 'refuse')).toMatchObject({ actor: 'x'.repeat(100) });
    for (const actor of ['', 'x'.repeat(101), 'a\0', ['a']])
      await expect(check(AuditPage, { actor }, 'refuse')).rejects.toMatchObject({ code: 'validation-failed' });
  });

  it('is counted from one', async () => {
    const call = { who: 'cl_a', what: 'GET /', request_id: 'r', status: 403 };
    expect(await check(AdminCall, { ...call, count: 1 }, 'ignore')).toMatchObject({ count: 1 });
    for (const count of [0, -1, 1.5])
      await expect(check(AdminCall, { ...call, count }, 'ignore')).rejects.toMatchObject({
        extras: { errors: [{ pointer: '#/count' }] },
      });
  });
});
