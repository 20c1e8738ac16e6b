import { DatabaseConfig, settingsOf } from './config.js';
import { unknownSettings } from './unknown-settings.js';

describe('unknown settings', () => {
  const found = (env: NodeJS.ProcessEnv) => unknownSettings('cards', settingsOf(DatabaseConfig), env);

  it('are named with the nearest known one', () => {
    expect(found({ NATS_PASWORD: 'x', DATABSE_URL: 'y', DATABASE_POOL_SIZE: '4', LOG_LEVEL: 'info' })).toEqual([
      'NATS_PASWORD is no setting of cards and has no effect; did you mean NATS_PASSWORD?',
      'DATABSE_URL is no setting of cards and has no effect; did you mean DATABASE_URL?',
      'DATABASE_POOL_SIZE is no setting of cards and has no effect; did you mean DATABASE_POOL?',
    ]);
    expect(found({ NATS_XYZ: 'x' })).toEqual([
      expect.stringMatching(/^NATS_XYZ is no setting of cards and has no effect/),
    ]);
  });

  it('are not what other programs read, nor settings of other apps, nor what Kubernetes and Compose add', () => {
    const others =
      'PATH HOME HOSTNAME PWD LC_ALL NODE_ENV NODE_OPTIONS npm_config_cache KUBERNETES_PORT NATS_SERVICE_HOST';
    const more = 'NATS_PORT_4222_TCP_ADDR NATS_SERVICE_PORT_CLIENT RATE_LIMIT SMTP_URL CARDS_NATS_PASSWORD';
    const known = 'NATS_PASSWORD_FILE DATABASE_URL_FILE';
    const names = [others, more, known].join(' ').split(' ');
    expect(found(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('are not names that only begin or end like a setting', () => {
    const names = ['TRUST_PROXY', 'LOG_LEVEL', 'PORT', 'HOST'];
    const env = { RUST_BACKTRACE: '1', LOG_FORMAT: 'json', HOST_IP: '10.0.0.1', TRUST_PROXYS: '10.0.0.0/8' };
    expect(unknownSettings('gateway', names, env)).toEqual([
      'TRUST_PROXYS is no setting of gateway and has no effect; did you mean TRUST_PROXY?',
    ]);
  });

  it('are not variables without a value, which Compose makes', () => {
    expect(found({ NATS_PASWORD: '' })).toEqual([]);
  });
});
