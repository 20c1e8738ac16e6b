import { addressesIn, Hosts } from './hosts.js';

describe('the hosts of a database', () => {
  it.each([
    ['postgres://a/db', ['postgres://a/db']],
    [
      'postgres://me:p,w@a:1,b/db?sslmode=require',
      ['postgres://me:p,w@a:1/db?sslmode=require', 'postgres://me:p,w@b/db?sslmode=require'],
    ],
    ['postgresql://[::1]:5432,b/db', ['postgresql://[::1]:5432/db', 'postgresql://b/db']],
  ])('are those that %s names', (url, addresses) => {
    expect(addressesIn(url)).toEqual(addresses);
  });

  it('are left in turn, and once by the sessions that fail together', () => {
    const hosts = new Hosts(['a', 'b']);
    hosts.leave('a');
    hosts.leave('a');
    expect(hosts.current).toBe('b');
    hosts.leave('b');
    expect(hosts.current).toBe('a');
  });
});
