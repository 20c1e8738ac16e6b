import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Session } from './session.js';
import { workingAmong } from './session.store.js';

/** Time is counted in ticks, because a process that was frozen itself has heard nothing meanwhile. */
const tickMs = 250;
/** After this time the server is asked whether it works on a statement. */
const patienceTicks = 4;
/** The server is asked again about a longer statement after this time. */
const pauseTicks = 20;
const answerTicks = 10;
/** The time for a server that has confirmed each waiting statement: it may be very busy. */
const busyAnswerTicks = 60;

interface Servers {
  /** True while no session is in use. */
  isIdle(): boolean;
  probe(address: string): Session;
  /** New sessions begin elsewhere afterwards. */
  leave(address: string): void;
}

interface Wait {
  bytesHeard: number;
  /** The tick at which the session last heard something, or awaited nothing. */
  since: number;
  /** The tick at which the server last said that it works on the statement. */
  confirmed: number;
}

/**
 * Finds servers that silently stopped answering, as after the loss of their machine or network. When a statement takes
 * long, a new session asks the server of its address about it. If no server answers there, all sessions of the address
 * are cut; if the server does not work on the statement, only its session is cut. A statement may take any time while a
 * server works on it.
 */
export class SilenceWatch {
  private readonly waits = new Map<Session, Wait>();
  private readonly lastHeard = new Map<string, number>();
  private readonly asked = new Set<string>();
  private now = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly servers: Servers) {}

  add(session: Session): void {
    this.waits.set(session, { bytesHeard: session.bytesHeard, since: this.now, confirmed: this.now - pauseTicks });
    this.lastHeard.set(session.address, this.now);
  }

  /** A session is used. Time passes until none is. */
  begin(): void {
    this.timer ??= setInterval(() => {
      this.tick();
    }, tickMs).unref();
  }

  private tick(): void {
    this.now += 1;
    for (const [session, wait] of this.waits) {
      if (session.isCut) this.waits.delete(session);
      else this.listen(session, wait);
    }
    for (const address of new Set(this.suspects().map((session) => session.address))) void this.judge(address);
    if (!this.servers.isIdle()) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private listen(session: Session, wait: Wait): void {
    const heard = session.bytesHeard !== wait.bytesHeard;
    if (heard) this.lastHeard.set(session.address, this.now);
    if (heard || !session.awaitsAnswer) wait.since = this.now;
    wait.bytesHeard = session.bytesHeard;
  }

  private suspects(): Session[] {
    const due = ({ since, confirmed }: Wait): boolean =>
      this.now - since >= patienceTicks && this.now - confirmed >= pauseTicks;
    return [...this.waits].filter(([, wait]) => due(wait)).map(([session]) => session);
  }

  private patienceWith(address: string): number {
    const isNew = ({ since, confirmed }: Wait): boolean => since >= confirmed && this.now - since >= patienceTicks;
    const waits = [...this.waits].filter(([session]) => session.address === address).map(([, wait]) => wait);
    return waits.some(isNew) ? answerTicks : busyAnswerTicks;
  }

  private async judge(address: string): Promise<void> {
    if (this.asked.has(address)) return;
    this.asked.add(address);
    try {
      const start = this.now;
      const suspects = this.suspects().filter((session) => session.address === address);
      const working = await this.ask(address, suspects);
      if (working === undefined && (this.lastHeard.get(address) ?? 0) <= start) this.cutAll(address);
      else await this.cutLost(suspects, working ?? suspects, start);
    } finally {
      this.asked.delete(address);
    }
  }

  /** The suspects on whose statements the server works; undefined if no server answers at the address. */
  private async ask(address: string, suspects: Session[]): Promise<Session[] | undefined> {
    const probe = this.servers.probe(address);
    probe.on('error', () => undefined);
    const heard: { something: boolean; working?: Session[] } = { something: false };
    const question = async (): Promise<void> => {
      await probe.connect();
      heard.something = true;
      heard.working = await workingAmong(probe, suspects);
    };
    question().catch((error: unknown) => {
      // A server that refuses the session is alive.
      if (error instanceof DatabaseError) heard.working = suspects;
    });
    for (let tick = 0; tick < this.patienceWith(address) && !heard.working; tick += 1) await sleep(tickMs);
    probe.cut();
    // A pooler that has no session left accepts the probe, and lets it wait behind the statements under way.
    return heard.working ?? (heard.something ? suspects : undefined);
  }

  private cutAll(address: string): void {
    this.servers.leave(address);
    this.cut([...this.waits.keys()].filter((session) => session.address === address));
  }

  private async cutLost(suspects: Session[], working: Session[], start: number): Promise<void> {
    // An answer of the server may be under way.
    await sleep(tickMs);
    for (const session of working) {
      const wait = this.waits.get(session);
      if (wait) wait.confirmed = this.now;
    }
    const silent = (session: Session): boolean => (this.waits.get(session)?.since ?? this.now) < start;
    this.cut(suspects.filter((session) => !working.includes(session) && silent(session)));
  }

  private cut(sessions: Session[]): void {
    const [first] = sessions;
    if (!first) return;
    const reason = `PostgreSQL at ${first.host}:${first.port} does not answer`;
    void warn(`${reason}; sessions cut: ${sessions.length}`);
    for (const session of sessions) session.cut(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
  }
}

/** Loads the logger only now, because `migrate` does without Nest. */
async function warn(line: string): Promise<void> {
  const { Logger } = await import('@nestjs/common');
  new Logger('Database').warn(line);
}
