import { Client, Pool, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import { Hosts } from './hosts.js';
import { fitToPooler } from './pooled-session.js';
import { takesWrites } from './session.store.js';

/** The part of pg's Client that receives the messages of the server. The types of pg leave it out. */
interface Wire {
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void;
  on(event: 'parameterStatus', listener: (status: { parameterName: string; parameterValue: string }) => void): void;
}

interface WritablePoolConfig extends PoolConfig {
  addresses: readonly string[];
  /** True where a pooler gives each transaction another session. */
  pooled?: boolean;
}

type Callback = Parameters<Pool['connect']>[0];

const readOnlyState = '25006';
const poolIsFull = /^timeout exceeded when trying to connect$/;

/**
 * Sessions at the host that takes writes. A session begins only where the server takes writes, and one whose server has
 * become read only is closed instead of used again.
 */
export class WritablePool extends Pool {
  private readonly hosts: Hosts;

  constructor({ addresses, pooled, ...options }: WritablePoolConfig) {
    const hosts = new Hosts(addresses);
    class Session extends Client {
      constructor(config: ClientConfig = {}) {
        super({ ...config, connectionString: hosts.current });
        if (pooled) fitToPooler(this);
      }
    }
    // The pool waits for `onConnect` although the types of pg say that it returns nothing.
    super({ ...options, Client: Session, onConnect: refuseReadOnly as unknown as () => void });
    this.hosts = hosts;
    this.closeReadOnly();
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    if (!callback) return super.connect();
    this.tryHosts(this.hosts.count, callback);
    return undefined;
  }

  private tryHosts(left: number, callback: Callback): void {
    const address = this.hosts.current;
    super.connect((error, client, done) => {
      const failed = error !== undefined && !poolIsFull.test(error.message);
      if (failed) this.hosts.leave(address);
      if (failed && left > 1) this.tryHosts(left - 1, callback);
      else callback(error, client, done);
    });
  }

  private closeReadOnly(): void {
    const readOnly = new WeakSet<Client>();
    this.on('connect', (client) => {
      const { connection } = client as unknown as { connection: Wire };
      connection.on('errorMessage', ({ code }) => {
        if (code === readOnlyState) readOnly.add(client);
      });
      connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName === 'default_transaction_read_only' && parameterValue === 'on') readOnly.add(client);
      });
    });
    // The pool removes a released session that has ended.
    this.on('release', (_, client) => {
      if (readOnly.has(client)) void client.end();
    });
  }
}

async function refuseReadOnly(session: Client): Promise<void> {
  if (await takesWrites(session)) return;
  const error = new Error(`the server at ${session.host}:${session.port} takes no writes`);
  throw Object.assign(error, { code: readOnlyState });
}
