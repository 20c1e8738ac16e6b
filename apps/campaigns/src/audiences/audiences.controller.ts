import { sizeOfAudience, type AudienceToCount } from '@ces/contracts/campaigns/campaign-drafts';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { AudienceSizeService } from './audience-size.service.js';

@Controller()
export class AudiencesController {
  constructor(private readonly sizes: AudienceSizeService) {}

  @Handle(sizeOfAudience)
  size(request: AudienceToCount) {
    return this.sizes.of(request);
  }
}
