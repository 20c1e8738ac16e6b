import * as contract from '@ces/contracts/identity/deletion';
import { erasureReceipt, userErased, type UserErased } from '@ces/contracts/identity/erasure';
import type { MailedNonce } from '@ces/contracts/identity/registration';
import { Handle } from '@ces/messaging/calls/handle';
import { OnEvent, type Delivery } from '@ces/messaging/facts/on-event';
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
  finish(request: MailedNonce) {
    return this.deletions.finish(request.nonce);
  }

  @OnEvent(userErased)
  erased({ user_id }: UserErased, { tx }: Delivery) {
    return this.erasures.eraseMessages(tx, user_id);
  }

  // One for each of `servicesWithUserData`; a spec watches over that.
  @OnEvent(erasureReceipt('events'))
  erasedByEvents({ user_id }: UserErased, { tx }: Delivery) {
    return this.erasures.receive(tx, 'events', user_id);
  }

  @OnEvent(erasureReceipt('cards'))
  erasedByCards({ user_id }: UserErased, { tx }: Delivery) {
    return this.erasures.receive(tx, 'cards', user_id);
  }

  @OnEvent(erasureReceipt('segments'))
  erasedBySegments({ user_id }: UserErased, { tx }: Delivery) {
    return this.erasures.receive(tx, 'segments', user_id);
  }

  @OnEvent(erasureReceipt('webhooks'))
  erasedByWebhooks({ user_id }: UserErased, { tx }: Delivery) {
    return this.erasures.receive(tx, 'webhooks', user_id);
  }

  @OnEvent(erasureReceipt('campaigns'))
  erasedByCampaigns({ user_id }: UserErased, { tx }: Delivery) {
    return this.erasures.receive(tx, 'campaigns', user_id);
  }
}
