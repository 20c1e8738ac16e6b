import { inCall } from './call-context.js';
import { demandUnchanged, etagOf, isKnown } from './etag.js';

describe('an ETag', () => {
  const campaign = { id: 'a', name: 'Coffee', used: { grants: 1 } };

  const change = (ifMatch: string, now: object | undefined) =>
    inCall({ requestId: 'r', ifMatch }, () => demandUnchanged(() => Promise.resolve(now)));

  it('is quoted, and another one for another content', () => {
    expect(etagOf(campaign)).toMatch(/^"[\w-]{16}\.[\w-]{16}"$/);
    expect(etagOf({ ...campaign, name: 'Tea' })).not.toBe(etagOf(campaign));
    expect(etagOf({ ...campaign, used: { grants: 2 } })).not.toBe(etagOf(campaign));
  });

  it('is known to If-None-Match only if all of it is the same', () => {
    const tag = etagOf(campaign);
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*'])
      expect([header, isKnown(header, tag)]).toEqual([header, true]);
    for (const header of ['"x"', '', tag.slice(1, -1), etagOf({ ...campaign, used: {} })])
      expect([header, isKnown(header, tag)]).toEqual([header, false]);
  });

  it('guards a change against other changes, and not against what counts by itself', async () => {
    const tag = etagOf(campaign);
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*'])
      await expect(change(header, { ...campaign, used: { grants: 7 } })).resolves.toBeUndefined();
    for (const header of [tag, '"x"', 'garbage', ''])
      await expect(change(header, { ...campaign, name: 'Tea' })).rejects.toMatchObject({ code: 'precondition-failed' });
    for (const header of [tag, '*'])
      await expect(change(header, undefined)).rejects.toMatchObject({ code: 'precondition-failed' });
  });

  it('is not asked for, and nothing is read, without If-Match', async () => {
    await inCall({ requestId: 'r' }, () => demandUnchanged(() => Promise.reject(new Error('was read'))));
  });
});
