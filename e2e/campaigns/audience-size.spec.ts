import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { OptinDefinition } from '@ces/contracts/cards/optins';
import type { AudienceSize } from '@ces/contracts/campaigns/campaign-drafts';
import type { Connection } from '@ces/contracts/identity/users';
import { eventually } from '@ces/testing/eventually';
import { importAndProcess } from '@ces/testing/gateway/segment-forms';
import { randomUUID } from 'node:crypto';
import { problem } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

describe('the size of an audience, over HTTP', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  }, 90_000);

  afterAll(() => platform.stop());

  const ask = (audience: object) => platform.api.post('/api/1/admin/campaigns:audience', { audience });
  const sizeOf = async (audience: object): Promise<number> => {
    const answer = await ask(audience);
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as AudienceSize).users;
  };

  async function newUser(owner: string): Promise<string> {
    return ((await platform.api.post(`/api/1/oauth2/provider/acme/${owner}`)).body as Connection).user_id;
  }

  async function newOptin(): Promise<string> {
    const [text, purpose] = [{ en_GB: 'News' }, { name: 'news', can_be_updated: true, required: false }];
    const asked = { name: text, description: text, purpose, at_registration: false };
    return ((await platform.api.post('/api/1/admin/optins', asked)).body as OptinDefinition).id;
  }

  it('counts segments, opt-ins and tiers together, without closed accounts', async () => {
    const owners = Array.from({ length: 4 }, () => randomUUID());
    const users: string[] = [];
    for (const owner of owners) users.push(await newUser(owner));
    const [some, last] = [
      await importAndProcess(platform, `${owners.slice(0, 3).join('\n')}\n`),
      await importAndProcess(platform, `${owners[2] ?? ''}\n`),
    ];
    const optin = await newOptin();
    const definition = (await platform.api.post('/api/1/admin/card-definitions', { name: randomUUID() }))
      .body as CardDefinition;
    const tier = definition.tiers[0]?.card_tier_id ?? '';
    for (const [index, user] of users.entries()) {
      const asUser = await platform.asUser(user, 'optins cards');
      await asUser.put('/api/1/user/optins/change', { optins: [{ optin_id: optin, optin: index !== 1 }] });
      const identifier = `71${randomUUID()}`;
      const issue = { definition: definition.id, identifiers: [identifier] };
      expect((await platform.api.post('/api/1/admin/cards', issue)).body as IssuedCards).toMatchObject({ issued: 1 });
      if (index !== 0) await asUser.post('/api/1/card/add', { identifier });
    }
    const [all, members] = [await sizeOf({}), { include_segments: [some.id.toUpperCase()] }];
    expect(await sizeOf(members)).toBe(3);
    expect(await sizeOf({ ...members, exclude_segments: [last.id] })).toBe(2);
    expect(await sizeOf({ exclude_segments: [some.id] })).toBe(all - 3);
    expect(await sizeOf({ require_optins: [optin] })).toBe(3);
    expect(await sizeOf({ card_tiers: [tier] })).toBe(3);
    expect(await sizeOf({ require_optins: [optin], card_tiers: [tier] })).toBe(2);
    expect(await sizeOf({ ...members, require_optins: [optin], card_tiers: [tier] })).toBe(1);
    expect(await sizeOf({ exclude_segments: [last.id], require_optins: [optin] })).toBe(2);
    await platform.api.post(`/api/1/user/${users[3] ?? ''}/delete`);
    await eventually(async () => {
      expect(await sizeOf({ require_optins: [optin] })).toBe(2);
    });
    const refused = await ask({ include_segments: [some.id, 'x'] });
    expect(problem(refused)).toEqual({ status: 422, code: 'campaign-refused' });
    expect(refused.body).toMatchObject({ errors: [{ pointer: '#/audience/include_segments/1' }] });
    expect(problem(await ask({ colour: 'red' }))).toEqual({ status: 400, code: 'validation-failed' });
  });
});
