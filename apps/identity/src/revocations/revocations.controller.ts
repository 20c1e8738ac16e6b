import { revocationsSince, type RevocationCursor } from '@ces/contracts/identity/tokens/revocations';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { RevocationsService } from './revocations.service.js';

@Controller()
export class RevocationsController {
  constructor(private readonly revocations: RevocationsService) {}

  @Handle(revocationsSince)
  since(request: RevocationCursor) {
    return this.revocations.since(request.cursor);
  }
}
