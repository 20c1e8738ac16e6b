import { findHolders, type HoldersQuery } from '@ces/contracts/cards/card-administration';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { HoldersService } from './holders.service.js';

@Controller()
export class HoldersController {
  constructor(private readonly holders: HoldersService) {}

  @Handle(findHolders)
  find(request: HoldersQuery) {
    return this.holders.find(request);
  }
}
