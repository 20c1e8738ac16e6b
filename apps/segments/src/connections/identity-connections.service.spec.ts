import { latestOfOwners } from './identity-connections.service.js';

describe('the connections of users that identity answers in pages', () => {
  it('are those of the later page for an owner that is on two pages', () => {
    const row = (owner_id: string, user_id: string) => ({
      provider_name: 'acme',
      owner_id,
      user_id,
      open: true,
      imported: false,
    });
    const pages = [row('moved', 'one'), row('stays', 'one'), row('moved', 'other')];
    expect(latestOfOwners(pages)).toEqual([row('moved', 'other'), row('stays', 'one')]);
  });
});
