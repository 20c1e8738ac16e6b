import type { DeliveryRecord } from '../record/delivery-record.js';

/** A batch for an idle webhook, which the statement that appends its events can freeze. Its positions count from there. */
export interface Offer {
  /** The size of the batch's body. */
  bytes: number;
  record: DeliveryRecord;
  /** Is called after the commit with the position before the events; `askedAt` is a moment before the batch was frozen. */
  accept(askedAt: number, start: number): void;
}
