import { latest } from './truth.js';

it('of an owner that is on two pages the later one is believed', () => {
  const row = (owner_id: string, user_id: string) => ({ provider_name: 'acme', owner_id, user_id, open: true });
  const pages = [row('moved', 'one'), row('stays', 'one'), row('moved', 'other')];
  expect(latest(pages)).toEqual([row('moved', 'other'), row('stays', 'one')]);
});
