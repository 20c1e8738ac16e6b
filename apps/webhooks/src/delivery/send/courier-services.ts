import type { Clock } from '../../clock/clock.service.js';
import type { LogService } from '../../log/log.service.js';
import type { LogTail } from '../../log/log-tail.js';
import type { Disabler } from '../record/give-up.service.js';
import type { Lanes } from './lanes.js';
import type { Outbound } from '../../requests/outbound.service.js';
import type { Settlements } from '../record/record.store.js';

/** What every courier of a process works with. */
export interface CourierTools {
  log: LogService;
  tail: LogTail;
  lanes: Lanes;
  outbound: Outbound;
  settlements: Settlements;
  disabler: Disabler;
  clock: Clock;
  /** A request may begin so long after the lease was confirmed. */
  safeMs: number;
  /** Something is due at that moment. */
  alarm: (moment: Date) => void;
  /** Whether others wait for the place of this webhook: then everybody has one turn. */
  pressed: (webhookId: string) => boolean;
  /** Its receiver belongs to another lane now. */
  moved: (webhookId: string) => void;
}
