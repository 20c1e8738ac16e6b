import { supervise, type Part, type SupervisedPart, type Watcher } from './supervise.ts';

const SERVERS = ['nats', 'postgres'];

/** Parts stop in the order of their dependencies: apps before servers. */
export class PartGroup {
  private readonly parts = new Map<string, SupervisedPart>();
  private readonly watcher: Watcher;
  private readonly signal: AbortSignal;

  constructor(watcher: Watcher, signal: AbortSignal) {
    this.watcher = watcher;
    this.signal = signal;
  }

  async add(part: Part): Promise<SupervisedPart> {
    this.signal.throwIfAborted();
    const supervised = await supervise(part, this.watcher);
    this.parts.set(part.name, supervised);
    return supervised;
  }

  get(name: string): SupervisedPart {
    const part = this.parts.get(name);
    if (!part) throw new Error(`the stack has no part named ${name}`);
    return part;
  }

  pids(): Record<string, number> {
    const pids: Record<string, number> = {};
    for (const part of this.parts.values()) {
      const pid = part.pid();
      if (pid !== undefined) pids[part.name] = pid;
    }
    return pids;
  }

  async stop(): Promise<void> {
    const clients = [...this.parts.values()].filter(({ name }) => !SERVERS.includes(name));
    await Promise.all(clients.map((part) => part.stop()));
    for (const name of SERVERS) await this.parts.get(name)?.stop();
  }

  abort(): void {
    for (const part of this.parts.values()) part.abort();
  }
}
