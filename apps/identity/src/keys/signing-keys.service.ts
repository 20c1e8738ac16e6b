import { signingKeysWake } from '@ces/contracts/wakes';
import { Nats } from '@ces/messaging/nats';
import { isOutage } from '@ces/messaging/storage/outage';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { IdentityConfig } from '../identity.config.js';
import { Sealer } from '../sealing/sealer.js';
import { SigningKeyEntity, type SigningKeyState } from './signing-key.entity.js';
import { SigningKeyStore } from './signing-key.store.js';
import { newSigningKey, type SigningKey } from './signing-key.js';
import { accessTokenSeconds, lifetimes } from './token-lifetimes.js';

export interface KeySet {
  active: SigningKey;
  /** The active key, the next key and recently retired keys: every key that a verifier meets now or soon. */
  published: SigningKey[];
  /** The published keys, and keys that signed the id_token of a session that may still last. Sign-out checks id_tokens. */
  kept: SigningKey[];
}

/** A rotation at another replica wakes this one. The poll replaces a wake that was lost, and sees what has expired. */
const pollMs = 5_000;
/** A replica may sign with a retired key until its next poll, and clocks differ. */
const publishedSeconds = accessTokenSeconds + 300;
const keptSeconds = lifetimes.Session + 300;

/** Keys live in the database. Every replica follows a rotation, without a restart. */
@Injectable()
export class SigningKeysService implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('SigningKeys');
  private polling: Repeated | undefined;
  private keys: KeySet | undefined;
  private seen = '';

  constructor(
    private readonly store: SigningKeyStore,
    private readonly transactions: Transactions,
    private readonly sealer: Sealer,
    private readonly config: IdentityConfig,
    private readonly nats: Nats,
  ) {}

  /** A new object after every change; undefined until the first successful read. */
  get current(): KeySet | undefined {
    return this.keys;
  }

  async onModuleInit(): Promise<void> {
    await this.refresh().catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      this.logger.warn({ err: error }, 'the signing keys cannot be read yet');
    });
    const failed = (error: unknown): void => {
      this.logger.warn({ err: error }, 'the signing keys could not be read; the next poll tries again');
    };
    this.polling = repeat(pollMs, () => this.refresh(), failed, 'later');
  }

  onApplicationBootstrap(): void {
    const wake = (): void => {
      this.polling?.wake();
    };
    this.nats.onReconnect(wake);
    void this.nats.connection().then((connection) => {
      connection.subscribe(this.nats.subject('wake', signingKeysWake), { callback: wake });
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.polling?.end();
  }

  /**
   * The next key becomes active, the active key retires, and a new next key is published. Only here keys change to the
   * configured algorithm: replicas with different settings would replace each other's keys.
   */
  async rotate(): Promise<{ kid: string }> {
    const fresh = await newSigningKey(this.config.SIGNING_ALGORITHM);
    return this.transactions.run(async () => {
      await this.createMissing();
      await this.store.rotate();
      await this.insert(fresh, 'next');
      const { kid } = await this.transactions.of(SigningKeyEntity).findOneByOrFail({ state: 'active' });
      afterCommit(() => {
        this.nats.tell(this.nats.subject('wake', signingKeysWake));
        this.refresh().catch((error: unknown) => {
          this.logger.warn(
            { err: error },
            'the signing keys could not be read after their rotation; the next poll tries again',
          );
        });
      });
      return { kid };
    });
  }

  async refresh(): Promise<void> {
    let rows = await this.store.findAll();
    if (!rows.some(({ state }) => state === 'active')) {
      await this.transactions.run(() => this.createMissing());
      rows = await this.store.findAll();
    }
    const seen = rows.map((row) => `${row.kid} ${row.state} ${isPublished(row)}`).join('\n');
    if (seen === this.seen) return;
    this.keys = this.open(rows);
    this.seen = seen;
  }

  @Every({
    name: 'purge-signing-keys',
    does: 'Deletes retired signing keys that no living session needs any more.',
    seconds: 60,
  })
  purge(): Promise<void> {
    return this.store.purge(keptSeconds);
  }

  /** Creates one pair of keys, even when two replicas start at once on an empty database. */
  private async createMissing(): Promise<void> {
    await this.store.lock();
    for (const state of ['active', 'next'] as const) {
      const exists = await this.transactions.of(SigningKeyEntity).existsBy({ state });
      if (!exists) await this.insert(await newSigningKey(this.config.SIGNING_ALGORITHM), state);
    }
  }

  private async insert(key: SigningKey, state: SigningKeyState): Promise<void> {
    const sealed_jwk = this.sealer.seal(JSON.stringify(key), ownerOf(key));
    const row = { kid: key.kid, state, sealed_jwk, created_at: new Date() };
    await this.transactions.of(SigningKeyEntity).insert(row);
  }

  private open(rows: SigningKeyEntity[]): KeySet {
    const opened = rows.map((row) => ({
      row,
      key: JSON.parse(this.sealer.open(row.sealed_jwk, ownerOf(row))) as SigningKey,
    }));
    const active = opened.find(({ row }) => row.state === 'active');
    if (!active) throw new Error('There is no active signing key.');
    const published = opened.filter(({ row }) => isPublished(row)).map(({ key }) => key);
    return { active: active.key, published, kept: opened.map(({ key }) => key) };
  }
}

/** `reseal` names the same owner, so that both must change together. */
function ownerOf({ kid }: { kid: string }): string {
  return `signing-key ${kid}`;
}

function isPublished({ retired_at }: SigningKeyEntity): boolean {
  return retired_at === null || retired_at.getTime() > Date.now() - publishedSeconds * 1_000;
}
