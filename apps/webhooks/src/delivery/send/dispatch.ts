/** The dispatcher, as the couriers that it sends see it. */
export interface Dispatch {
  /** True if other webhooks wait for the place of this one; then its courier takes one turn only. */
  isPressed(webhookId: string): boolean;
  /** Tells that the receiver of this webhook belongs to another lane now. */
  laneChanged(webhookId: string): void;
  /** Asks the dispatcher to look for due webhooks at this moment. */
  lookAt(moment: Date): void;
}
