import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayCaller, Member } from './call-gateways.ts';

interface Pace {
  /** These users stay, beside the members. */
  users: number;
  eventsPerSecond: number;
  tokensPerSecond: number;
  readsPerSecond: number;
  /** Half of these new users are deleted again. */
  newcomersPerSecond: number;
}

/** There are so many callers of each kind that requests which wait for their deadline do not keep others from being sent. */
const ENOUGH = 12;

/** Steady calls of all kinds. Each user has its own caller, which sends the next event when the last one is accepted. */
export class Load {
  private readonly caller: GatewayCaller;
  private readonly random: () => number;
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];
  private turn = 0;

  constructor(caller: GatewayCaller, random: () => number) {
    this.caller = caller;
    this.random = random;
  }

  async start(pace: Pace, members: readonly Member[]): Promise<void> {
    const owners = Array.from({ length: pace.users }, (_, n) => `steady-${n}`);
    const made = await Promise.all(owners.map((owner) => this.caller.makeUser(this.gateway(), owner)));
    const users = [...members, ...made].map(({ id = '' }) => id);
    this.repeat(users.length, pace.eventsPerSecond, (place, n) =>
      this.caller.sendEvent(this.gateway(), users[place] ?? '', n),
    );
    this.repeat(ENOUGH, pace.tokensPerSecond, () => this.caller.token(this.gateway()));
    this.repeat(ENOUGH, pace.readsPerSecond / 2, () => this.caller.readEvents(this.gateway(), this.one(users)));
    this.repeat(members.length, pace.readsPerSecond / 2, (place) => {
      const member = members[place];
      return member && this.caller.readLedger(this.gateway(), member);
    });
    this.repeat(ENOUGH, pace.newcomersPerSecond, (place, n) => this.live(`newcomer-${place}-${n}`));
  }

  /** Begins nothing new, and repeats the calls under way until they are answered. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  /** A user who registers, gets another account, sends events, and is perhaps deleted. */
  private async live(owner: string): Promise<void> {
    const { id: user = '' } = await this.caller.makeUser(this.gateway(), owner);
    await this.caller.readOwner(this.gateway(), user, owner);
    const other = `${owner}-b`;
    await this.caller.connect(this.gateway(), user, other);
    await this.caller.readConnections(this.gateway(), user);
    for (const n of [1, 2]) await this.caller.sendEvent(this.gateway(), user, n);
    if (this.random() < 0.5) return;
    await this.caller.deleteUser(this.gateway(), user);
    await this.caller.readOwner(this.gateway(), user, other);
    await this.caller.readConnections(this.gateway(), user);
  }

  private repeat(
    callers: number,
    perSecond: number,
    call: (place: number, n: number) => Promise<unknown> | undefined,
  ): void {
    const pauseMs = (callers / perSecond) * 1_000;
    const run = async (place: number): Promise<void> => {
      await this.rest(pauseMs * this.random());
      for (let n = 1; !this.stopping.signal.aborted; n += 1) {
        const begun = Date.now();
        await call(place, n);
        await this.rest(begun + pauseMs - Date.now());
      }
    };
    for (let place = 0; place < callers; place += 1) this.running.push(run(place));
  }

  private gateway(): number {
    this.turn += 1;
    return this.turn;
  }

  private one(users: readonly string[]): string {
    return users[Math.floor(this.random() * users.length)] ?? '';
  }

  private async rest(ms: number): Promise<void> {
    await sleep(Math.max(ms, 0), undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
