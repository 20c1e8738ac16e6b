import type { Clock } from '../clock.js';
import type { LogService } from '../log/log.service.js';
import type { LogTail } from '../log/log-tail.js';
import type { Disabler } from './disabler.js';
import type { Lanes } from './lanes.js';
import type { Outbound } from './outbound.js';
import type { Settlements } from './settlements.js';
import type { Targets } from './targets.js';

/** What every courier of a process works with. */
export interface CourierTools {
  log: LogService;
  tail: LogTail;
  lanes: Lanes;
  outbound: Outbound;
  settlements: Settlements;
  targets: Targets;
  disabler: Disabler;
  clock: Clock;
  /** Something is due at that moment. */
  alarm: (moment: Date) => void;
}
