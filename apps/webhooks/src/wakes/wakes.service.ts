import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { newId } from '@ces/messaging/storage/ids';
import { Nats } from '@ces/messaging/nats';
import { Injectable } from '@nestjs/common';

/** What replicas tell each other. Nothing depends on it: who misses it finds out by looking, a little later. */
export interface Wake {
  names?: WebhookEventName[];
  /** A webhook that was changed, disabled or deleted. */
  changed?: string;
  /** Events have left the log: what is remembered of it must go. */
  erased?: true;
  /** A client whose secrets are others by now. */
  secrets?: string;
}

type Listener = (wake: Wake) => void;

@Injectable()
export class Wakes {
  private readonly id = newId();
  private readonly listeners = new Set<Listener>();
  private stopListening: (() => void) | undefined;

  constructor(private readonly nats: Nats) {}

  appended(name: WebhookEventName): void {
    this.tell({ names: [name] });
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

  listen(listener: Listener): void {
    this.listeners.add(listener);
    if (this.listeners.size > 1) return;
    void this.nats.connection().then((connection) => {
      const subscription = connection.subscribe(this.subject, {
        callback: (error, message) => {
          if (error) return; // `Nats` logs what it may not hear
          const { from, ...wake } = message.json<Wake & { from: string }>();
          if (from !== this.id) this.hear(wake);
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

  /** At once here; the others hear it over NATS. */
  private tell(wake: Wake): void {
    this.hear(wake);
    if (this.nats.connected) this.nats.current?.publish(this.subject, JSON.stringify({ ...wake, from: this.id }));
  }

  private hear(wake: Wake): void {
    for (const listener of this.listeners) listener(wake);
  }

  private get subject(): string {
    return this.nats.subject('wake', 'webhook-deliveries');
  }
}
