import type { Class } from '@ces/contracts/rpc';
import { readConfig, type AppConfig } from '@ces/service/config/config';
import { randomBytes } from 'node:crypto';

/**
 * The run's NATS, a new namespace, a free port, and the given settings. The run's NATS asks for no credentials, and
 * serves gateways that only show pages and documents. A spec whose app calls or hears a service gives it the settings
 * of a `GuardedNats`.
 */
export function testConfig<T extends AppConfig>(shape: Class<T>, given: Record<string, string>): Readonly<T> {
  return readConfig(shape, {
    NATS_URL: process.env['TEST_NATS_URL'],
    NATS_NAMESPACE: `t${randomBytes(6).toString('hex')}`,
    PORT: '0',
    HOST: '127.0.0.1',
    // The many suites share the run's NATS, which reserves this room for each of their streams.
    ...('DATABASE_URL' in given ? { NATS_STREAM_MIB: '256' } : {}),
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...given,
  });
}
