import { pagesOfUsers } from './pages-of-users.js';

const users = ['a', 'b', 'c', 'd', 'e'];

async function pages(of: string[], limit: number): Promise<string[][]> {
  const found: string[][] = [];
  const next = ({ after }: { after: string }) =>
    Promise.resolve({ user_ids: of.filter((id) => id > after).slice(0, limit) });
  for await (const page of pagesOfUsers(next, limit)) found.push(page);
  return found;
}

describe('pages of users', () => {
  it('hold each user once, in order', async () => {
    expect(await pages(users, 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(await pages(users, 5)).toEqual([users]);
    expect(await pages(users, 9)).toEqual([users]);
    expect(await pages([], 2)).toEqual([]);
  });

  it('end with the failure of the service that is asked', async () => {
    const broken = ({ after }: { after: string }) =>
      after === '' ? Promise.resolve({ user_ids: ['a'] }) : Promise.reject(new Error('away'));
    const read = async () => {
      for await (const page of pagesOfUsers(broken, 1)) expect(page).toEqual(['a']);
    };
    await expect(read()).rejects.toThrow('away');
  });
});
