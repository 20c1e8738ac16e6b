import type { Fault } from '@ces/contracts/problems';

/** The writes of a part of a member's line, or its faults. */
export interface FoundPart<Write> {
  writes: Write[];
  faults: Fault[];
}
