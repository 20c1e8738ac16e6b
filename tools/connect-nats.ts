import { connect, type ConnectionOptions, type NatsConnection } from 'nats';

/** nats.js itself does not read user and password from an address. */
export function connectNats(address: string, options: ConnectionOptions = {}): Promise<NatsConnection> {
  const { host, username, password } = new URL(address);
  return connect({
    servers: host,
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
    ...options,
  });
}
