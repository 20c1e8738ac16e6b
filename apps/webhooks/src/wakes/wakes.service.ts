import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { newId } from '@ces/messaging/storage/ids';
import { Nats } from '@ces/messaging/nats';
import { Injectable } from '@nestjs/common';

export interface Load {
  sender: string;
  held: number;
  /** It has no place for another webhook. */
  full: boolean;
  /** It has just left a webhook to the others. */
  leaves?: true;
}

/** News that replicas send each other. A replica that misses a wake finds the same by looking, a little later. */
export interface Wake {
  /** Events of these names were appended to the log. */
  names?: WebhookEventName[];
  /** The log's position after that. */
  upto?: number;
  /** The id of a webhook that was changed, disabled or deleted. */
  changed?: string;
  /** Events were erased from the log: each process must forget what it remembers of the log. */
  erased?: true;
  /** The id of a client whose secrets changed. */
  secrets?: string;
  load?: Load;
}

type Listener = (wake: Wake) => void;

const aloneAfterMs = 10_000;
/** How often a process that seems to be alone tells its load. */
const aloneTellsMs = 5_000;

/** Sends wakes to this process at once, and to the other replicas over NATS. */
@Injectable()
export class Wakes {
  private readonly id = newId();
  private readonly listeners = new Set<Listener>();
  /** The moment of the last wake of another replica. At first there may be others. */
  private heardAt = performance.now();
  private loadToldAt = -Infinity;
  private stopListening: (() => void) | undefined;

  constructor(private readonly nats: Nats) {}

  /** Another replica tells its load every second, or every 5 s if it seems alone. Without any, nobody else needs to hear of it. */
  appended(name: WebhookEventName, upto: number): void {
    const wake = { names: [name], upto };
    if (this.isAlone) this.hear(wake);
    else this.tell(wake);
  }

  changed(id: string): void {
    this.tell({ changed: id });
  }

  erased(): void {
    this.tell({ erased: true });
  }

  secretsChanged(clientId: string): void {
    this.tell({ secrets: clientId });
  }

  load(load: Load): void {
    const now = performance.now();
    if (this.isAlone && now - this.loadToldAt < aloneTellsMs) return;
    this.loadToldAt = now;
    this.tell({ load });
  }

  listen(listener: Listener): void {
    this.listeners.add(listener);
    if (this.listeners.size > 1) return;
    void this.nats.connection().then((connection) => {
      const subscription = connection.subscribe(this.subject, {
        callback: (error, message) => {
          if (error) return; // `Nats` logs violations of permissions
          const { from, ...wake } = message.json<Wake & { from: string }>();
          if (from === this.id) return;
          this.heardAt = performance.now();
          this.hear(wake);
        },
      });
      this.stopListening = () => {
        subscription.unsubscribe();
      };
    });
  }

  stop(): void {
    this.listeners.clear();
    this.stopListening?.();
  }

  private get isAlone(): boolean {
    return performance.now() - this.heardAt >= aloneAfterMs;
  }

  private tell(wake: Wake): void {
    this.hear(wake);
    this.nats.tell(this.subject, JSON.stringify({ ...wake, from: this.id }));
  }

  private hear(wake: Wake): void {
    for (const listener of this.listeners) listener(wake);
  }

  private get subject(): string {
    return this.nats.subject('wake', 'webhook-deliveries');
  }
}
