import { connect, type ConnectionOptions, type NatsConnection } from 'nats';

/** Connects by an address with user and password, which nats.js itself does not read. */
export function connectNats(address: string, options: ConnectionOptions = {}): Promise<NatsConnection> {
  const { host, username, password } = new URL(address);
  return connect({
    servers: host,
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
    ...options,
  });
}
