import { migrate } from '@ces/service/database/database';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { startReplica, type Replica } from '../../test/lease-holder.js';

/** A connection to NATS that can be cut, as when one server of a cluster dies. */
class Way {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isCut = false;

  constructor() {
    const nats = new URL(process.env['TEST_NATS_URL'] ?? '');
    this.server = createServer((socket) => {
      if (this.isCut) {
        socket.destroy();
        return;
      }
      const onward = connect(Number(nats.port), nats.hostname);
      socket.pipe(onward).pipe(socket);
      this.sockets.add(socket);
      for (const end of [socket, onward]) end.on('error', () => undefined);
      socket.on('close', () => onward.destroy());
    });
  }

  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `nats://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}

describe('the lease of a holder that has lost NATS', () => {
  let database: PrivateDatabase;
  let sql: DataSource;
  let way: Way;
  let started: Replica[];

  beforeEach(async () => {
    database = await privateDatabase('leases', async (url) => {
      await migrate(url, { entities: [], migrations: [] });
    });
    sql = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    way = new Way();
    const holder = await startReplica(database.url, await way.open());
    const other = await startReplica(database.url, process.env['TEST_NATS_URL'] ?? '');
    started = [holder, other];
    hold(holder);
    await eventually(async () => {
      expect(await lease()).toMatchObject({ fence: '1' });
    });
    await Promise.all(started.map(({ nats }) => nats.connection()));
    hold(other);
    await askedOverNats(holder, 2);
    expect(await lease()).toMatchObject({ fence: '1' });
  });

  afterEach(async () => {
    way.close();
    for (const replica of started) await replica.stop();
    await sql.destroy();
    await database.drop();
  });

  /** Waits until another replica has probed this one this many times. */
  const askedOverNats = async ({ leases }: Replica, times: number): Promise<void> => {
    const spy = await startReplica(database.url, process.env['TEST_NATS_URL'] ?? '');
    started.push(spy);
    const subject = spy.nats.subject('lease', `spec.${leases.self}`);
    const questions = (await spy.nats.connection()).subscribe(subject, { max: times });
    for await (const question of questions) expect(question.reply).toBeDefined();
  };
  const hold = ({ leases }: Replica): void => {
    leases.hold('work', async (lost) => {
      if (!lost.aborted) await once(lost, 'abort');
    });
  };
  const lease = async () =>
    (await sql.query<{ fence: string; holder: string }[]>('SELECT fence, holder FROM lease'))[0];

  it('stays if the holder is back within a moment', async () => {
    way.cut();
    await sleep(3_000);
    way.mend();
    await sleep(4_000);
    expect(await lease()).toMatchObject({ fence: '1' });
  });

  it('passes to another replica if the holder stays cut off', async () => {
    way.cut();
    const cutAt = Date.now();
    await eventually(async () => {
      expect(await lease()).toMatchObject({ fence: '2', holder: started[1]?.leases.self });
    }, 30_000);
    expect(Date.now() - cutAt).toBeLessThan(20_000);
  });
});
