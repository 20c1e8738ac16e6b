import { Pool, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import { Hosts } from './hosts.js';
import { Conversation } from './conversation.js';
import { HotStatements } from './hot-statements.js';
import { fitToPooler } from './pooled-session.js';
import { Session } from './session.js';
import { stateOf } from './session.store.js';
import { openPools } from './open-pools.js';
import { SilenceWatch } from './silence-watch.js';

interface WritablePoolConfig extends PoolConfig {
  addresses: readonly string[];
  /** A pooler gives each transaction another session. */
  pooled?: boolean;
}

type Callback = Parameters<Pool['connect']>[0];

const readOnlyState = '25006';
const poolIsFull = /^timeout exceeded when trying to connect$/;

/**
 * Sessions at the host that takes writes. A session begins only where the server takes writes. When its server becomes
 * read-only, the session is closed instead of used again.
 */
export class WritablePool extends Pool {
  private readonly hosts: Hosts;

  constructor({ addresses, pooled = false, ...options }: WritablePoolConfig) {
    const hosts = new Hosts(addresses);
    const hot = new HotStatements();
    class PoolSession extends Session {
      constructor(config: ClientConfig = {}) {
        super(config, hosts.current);
        if (pooled) fitToPooler(this);
        else this.conversation = new Conversation(this, hot);
      }
    }
    const refuseReadOnly = async (session: Session): Promise<void> => {
      const { id, takesWrites } = await stateOf(session);
      if (!takesWrites) throw readOnlyFault(session);
      if (!pooled) session.id = id;
    };
    // The pool waits for `onConnect` although the types of pg say that it returns nothing.
    super({ ...options, Client: PoolSession, onConnect: refuseReadOnly as unknown as () => void });
    this.hosts = hosts;
    openPools.add(this);
    this.closeReadOnly();
    this.watchSilence(options);
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
    const readOnly = new WeakSet<PoolClient>();
    this.on('connect', (client) => {
      const { wire } = client as unknown as Session;
      wire.on('errorMessage', ({ code }) => {
        if (code === readOnlyState) readOnly.add(client);
      });
      wire.on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName === 'default_transaction_read_only' && parameterValue === 'on') readOnly.add(client);
      });
    });
    // The pool removes a released session that has ended.
    this.on('release', (_, client) => {
      (client as unknown as Session).conversation?.forget();
      if (readOnly.has(client)) void client.end();
    });
  }

  private watchSilence(options: ClientConfig): void {
    const watch = new SilenceWatch({
      isIdle: () => this.idleCount === this.totalCount,
      // The watch itself counts the time.
      probe: (address) => new Session({ ...options, connectionTimeoutMillis: 0 }, address),
      leave: (address) => {
        this.hosts.leave(address);
      },
    });
    this.on('connect', (client) => {
      watch.add(client as unknown as Session);
    });
    this.on('acquire', () => {
      watch.begin();
    });
  }
}

function readOnlyFault({ host, port }: Session): Error {
  return Object.assign(new Error(`the server at ${host}:${port} takes no writes`), { code: readOnlyState });
}
