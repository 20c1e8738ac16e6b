import { isOutage } from '@ces/messaging/facts/settle';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Sealer } from '../sealing/sealer.js';
import { accessTokenSeconds } from '../tokens/access-token.js';
import { lifetimes } from '../tokens/lifetimes.js';
import { StoredSigningKey, type SigningKeyState } from './signing-key.entity.js';
import { newSigningKey, type SigningKey } from './signing-key.js';

/** The keys of one moment. */
export interface KeySet {
  active: SigningKey;
  /** The active one, the next one and those that retired a while ago: all that a verifier may meet, or will soon. */
  published: SigningKey[];
  /** Those, and what has signed an id_token of a session that may still last: with it people sign out. */
  kept: SigningKey[];
}

const lock = 0x6b65_7973; // 'keys'
const pollMs = 1_000;
const purgeMs = 60_000;
/** A replica may sign with a retired key until its next look at the database, and clocks differ. */
const publishedSeconds = accessTokenSeconds + 300;
const keptSeconds = lifetimes.Session + 300;

/** Keys live in the database. Every replica looks there each second, so that a rotation needs no restart. */
@Injectable()
export class SigningKeysService implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('SigningKeys');
  private running: Repeated[] = [];
  private keys: KeySet | undefined;
  private seen = '';

  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly sealer: Sealer,
  ) {}

  /** A new object after every change; none until the database was reached once. */
  get current(): KeySet | undefined {
    return this.keys;
  }

  async onModuleInit(): Promise<void> {
    await this.refresh().catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      this.log.warn({ err: error }, 'the signing keys cannot be read yet');
    });
    this.running = [this.repeat(pollMs, () => this.refresh()), this.repeat(purgeMs, () => this.purge())];
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.running.map((each) => each.end()));
  }

  /** The next key signs from now on, the active one retires, and a new next one is published. */
  async rotate(): Promise<{ kid: string }> {
    const fresh = await newSigningKey();
    return this.transactions.run(async (tx) => {
      await createMissing(tx, this.sealer);
      await tx.query(`UPDATE signing_key SET state = 'retired', retired_at = now() WHERE state = 'active'`);
      await tx.query(`UPDATE signing_key SET state = 'active' WHERE state = 'next'`);
      await insert(tx, this.sealer, fresh, 'next');
      const { kid } = await tx.findOneByOrFail(StoredSigningKey, { state: 'active' });
      afterCommit(() => {
        this.refresh().catch((error: unknown) => {
          this.log.warn({ err: error }, 'the signing keys could not be read after their rotation; tried again soon');
        });
      });
      return { kid };
    });
  }

  async refresh(): Promise<void> {
    let rows = await this.rows();
    if (!rows.some(({ state }) => state === 'active')) {
      await this.transactions.run((tx) => createMissing(tx, this.sealer));
      rows = await this.rows();
    }
    const seen = rows.map((row) => `${row.kid} ${row.state} ${isPublished(row)}`).join('\n');
    if (seen === this.seen) return;
    this.keys = this.open(rows);
    this.seen = seen;
  }

  private rows(): Promise<StoredSigningKey[]> {
    return this.database.manager.find(StoredSigningKey, { order: { state: 'ASC', created_at: 'DESC', kid: 'ASC' } });
  }

  private open(rows: StoredSigningKey[]): KeySet {
    const opened = rows.map((row) => ({
      row,
      key: JSON.parse(this.sealer.open(row.sealed_jwk, `signing-key ${row.kid}`)) as SigningKey,
    }));
    const active = opened.find(({ row }) => row.state === 'active');
    if (!active) throw new Error('There is no active signing key.');
    const published = opened.filter(({ row }) => isPublished(row)).map(({ key }) => key);
    return { active: active.key, published, kept: opened.map(({ key }) => key) };
  }

  async purge(): Promise<void> {
    await this.database.query('DELETE FROM signing_key WHERE retired_at < now() - make_interval(secs => $1)', [
      keptSeconds,
    ]);
  }

  private repeat(everyMs: number, work: () => Promise<void>): Repeated {
    const failed = (error: unknown): void => {
      this.log.warn({ err: error }, 'the signing keys could not be looked at; tried again soon');
    };
    return repeat(everyMs, work, failed, 'later');
  }
}

function isPublished({ retired_at }: StoredSigningKey): boolean {
  return retired_at === null || retired_at.getTime() > Date.now() - publishedSeconds * 1_000;
}

/** Two replicas that start at once on an empty database wait for each other here, and make one pair of keys. */
async function createMissing(tx: EntityManager, sealer: Sealer): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
  for (const state of ['active', 'next'] as const) {
    if (!(await tx.existsBy(StoredSigningKey, { state }))) await insert(tx, sealer, await newSigningKey(), state);
  }
}

async function insert(tx: EntityManager, sealer: Sealer, key: SigningKey, state: SigningKeyState): Promise<void> {
  const sealed_jwk = sealer.seal(JSON.stringify(key), `signing-key ${key.kid}`);
  await tx.insert(StoredSigningKey, { kid: key.kid, state, sealed_jwk, created_at: new Date() });
}
