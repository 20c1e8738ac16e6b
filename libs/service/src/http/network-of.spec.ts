import { networkOf } from './network-of.js';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8:0:7:1::9', '2001:db8:0:7'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['', ''],
  ])('of %j is %j', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});
