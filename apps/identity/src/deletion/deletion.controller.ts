import * as contract from '@ces/contracts/identity/deletion';
import { erasureReceipt, userErased, type UserErased } from '@ces/contracts/identity/erasure';
import type { PresentedNonce } from '@ces/contracts/identity/registration';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
import { DeletionService } from './deletion.service.js';
import { ErasureService } from './erasure.service.js';

@Controller()
export class DeletionController {
  constructor(
    private readonly deletions: DeletionService,
    private readonly erasures: ErasureService,
  ) {}

  @Handle(contract.closeUser) // rows 9, 26
  close(request: contract.DeletionOf) {
    return this.deletions.close(request);
  }

  @Handle(contract.requestDeletion) // row 25
  request(request: contract.DeletionOf) {
    return this.deletions.request(request);
  }

  @Handle(contract.finishDeletion) // row 27
  finish(request: PresentedNonce) {
    return this.deletions.finish(request);
  }

  @OnFact(userErased)
  erased({ user_id }: UserErased) {
    return this.erasures.eraseMessages(user_id);
  }

  // One handler for each of `servicesWithUserData`, as a spec checks.
  @OnFact(erasureReceipt('events'))
  erasedByEvents({ user_id }: UserErased) {
    return this.erasures.receive('events', user_id);
  }

  @OnFact(erasureReceipt('cards'))
  erasedByCards({ user_id }: UserErased) {
    return this.erasures.receive('cards', user_id);
  }

  @OnFact(erasureReceipt('segments'))
  erasedBySegments({ user_id }: UserErased) {
    return this.erasures.receive('segments', user_id);
  }

  @OnFact(erasureReceipt('webhooks'))
  erasedByWebhooks({ user_id }: UserErased) {
    return this.erasures.receive('webhooks', user_id);
  }

  @OnFact(erasureReceipt('campaigns'))
  erasedByCampaigns({ user_id }: UserErased) {
    return this.erasures.receive('campaigns', user_id);
  }
}
