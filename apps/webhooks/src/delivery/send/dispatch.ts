/** The dispatcher, as the couriers that it sends see it. */
export interface Dispatch {
  /** True if other webhooks wait for the place of this one; then its courier takes one turn only. */
  isPressed(webhookId: string): boolean;
  paceChanged(webhookId: string): void;
  lookAt(moment: Date): void;
}
