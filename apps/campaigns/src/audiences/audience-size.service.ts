import type { AudienceSize, AudienceToCount } from '@ces/contracts/campaigns/campaign-drafts';
import { faulty, Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Gate } from '@ces/messaging/calls/gate';
import { Injectable } from '@nestjs/common';
import { CheckAudienceService } from '../campaigns/check/check-audience.service.js';
import { lowered } from '../campaigns/check/lower-ids.js';
import { AudienceCount } from './audience-count.js';

/** Each count keeps the databases of up to three services busy. */
const countsAtOnce = 2;
const countsInLine = 6;
/** The gateway waits a little longer. */
const longestCountMs = 60_000;

/** Counts the audiences of campaigns, a few at a time. */
@Injectable()
export class AudienceSizeService {
  private readonly gate = new Gate(countsAtOnce, countsInLine, tooMany);

  constructor(
    private readonly bus: Bus,
    private readonly checker: CheckAudienceService,
  ) {}

  of({ audience: given }: AudienceToCount): Promise<AudienceSize> {
    const count = new AudienceCount(this.bus, performance.now() + longestCountMs);
    return this.gate.run(async () => {
      const audience = lowered(given);
      const faults = await this.checker.faultsOf(audience);
      if (faults.length > 0) throw faulty('campaign-refused', faults);
      return { users: await withoutKey(() => count.users(audience)) };
    });
  }
}

function tooMany(): Problem {
  return new Problem('service-unavailable', 'Too many audiences are being counted.', { retry_after: 5 });
}
