import { readConfig } from '@ces/service/config/config';
import { GatewayConfig } from '../../gateway.config.js';
import { proxiesIn } from './proxy-networks.js';

describe('the networks of the proxies', () => {
  const isProxy = proxiesIn(['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48']);

  it.each(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8:1:2::9'])('contain %s', (address) => {
    expect(isProxy(address)).toBe(true);
  });

  it.each(['11.0.0.1', '192.0.2.8', '2001:db8:2::1', '::ffff:11.0.0.1', '10.1.2.3:80', 'unknown', ''])(
    'do not contain %j',
    (address) => {
      expect(isProxy(address)).toBe(false);
    },
  );

  it('are empty by default', () => {
    expect(proxiesIn([])('127.0.0.1')).toBe(false);
  });
});

describe('TRUST_PROXY', () => {
  const read = (text: string) => readConfig(GatewayConfig, { TRUST_PROXY: text }).TRUST_PROXY;

  it('lists networks and addresses, separated by commas', () => {
    expect(read('10.0.0.0/8, 192.0.2.7,fd00::/8')).toEqual(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
    expect([read(''), read('off')]).toEqual([[], []]);
  });

  it.each(['on', 'true', '1', 'yes', '10.0.0.0/33', 'proxy.example', '10.0.0.0/8,', '0.0.0.0/0', '::/0'])(
    'is refused at the start as %j, with an example',
    (text) => {
      expect(() => read(text)).toThrow('TRUST_PROXY lists the networks of the proxies, such as 10.0.0.0/8,192.0.2.7');
    },
  );
});
