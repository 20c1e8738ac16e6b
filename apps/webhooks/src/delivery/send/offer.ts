import type { DeliveryRecord } from '../record/delivery-record.js';

/** A batch for an idle webhook, which the transaction that appends its events can freeze. */
export interface Offer {
  /** The size of the batch's body. */
  bytes: number;
  record: DeliveryRecord;
  /** Is called after the commit; `askedAt` is the moment before the batch was frozen. */
  accept(askedAt: number): void;
}
