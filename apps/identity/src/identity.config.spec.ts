import { readConfig } from '@ces/service/config/config';
import { randomBytes } from 'node:crypto';
import { IdentityConfig } from './identity.config.js';

describe('the configuration of identity', () => {
  it('has the limits of the contract by default', () => {
    const needed = {
      DATABASE_URL: 'postgres://localhost/identity',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: 'smtp://localhost:25',
    };
    expect(readConfig(IdentityConfig, needed)).toMatchObject({
      WRONG_ATTEMPTS_PER_HOUR: 500,
      MAILS_PER_CLIENT_AN_HOUR: 1_000,
      SIGN_UPS_PER_ADDRESS_AN_HOUR: 20,
      DEVICE_CODES_PER_ADDRESS_AN_HOUR: 60,
      SIGN_INS_UNDER_WAY: 100_000,
      DELETE_GRACE_DAYS: 30,
      AUDIT_RETENTION_DAYS: 400,
    });
  });
});
