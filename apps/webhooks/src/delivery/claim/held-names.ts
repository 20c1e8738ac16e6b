import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';

/** No name counts as held for this long after another sender told its load. Even one that seems alone tells it every 5 s. */
const sharedMs = 10_000;

/**
 * The names of events whose webhooks all have a courier here, or wait for their receiver: an event of such a name needs no
 * claim. The claim that followed an event and found nothing more tells so, until a courier ends or a webhook changes. With other
 * senders there is no such name, because nobody here knows when they leave a webhook.
 */
export class HeldNames {
  private readonly names = new Set<WebhookEventName>();
  private changes = 0;
  private sharedUntil = -Infinity;

  all(names: readonly WebhookEventName[]): boolean {
    return performance.now() > this.sharedUntil && names.every((name) => this.names.has(name));
  }

  /** Call it before a claim, and the result after it if nothing more was found. */
  begin(): (names: readonly WebhookEventName[]) => void {
    const { changes } = this;
    return (names) => {
      if (changes === this.changes) for (const name of names) this.names.add(name);
    };
  }

  forget(): void {
    this.changes += 1;
    this.names.clear();
  }

  share(): void {
    this.sharedUntil = performance.now() + sharedMs;
    this.forget();
  }
}
