import * as campaigns from '@ces/contracts/campaigns/campaigns';
import { cardAdded, type CardAdded } from '@ces/contracts/cards/cards';
import { couponStockLow, type CouponStockLow } from '@ces/contracts/campaigns/coupons';
import { optinChanged, type OptinChanged } from '@ces/contracts/cards/optins';
import { segmentProcessed, type SegmentProcessed } from '@ces/contracts/segments/segments';
import * as users from '@ces/contracts/identity/users';
import { OnEvents, type DeliveredFact, type Delivery } from '@ces/messaging/facts/on-event';
import { Controller } from '@nestjs/common';
import { FanOutService } from './fan-out.service.js';

type Facts<Payload extends object> = DeliveredFact<Payload>[];
type Tx = Pick<Delivery, 'tx'>;

/** One line for each event of the catalogue. What consumers get is chosen field by field: a fact may say more one day. */
@Controller()
export class FanOutController {
  constructor(private readonly fanOut: FanOutService) {}

  @OnEvents(campaigns.couponSlipClaimed)
  couponSlipClaimed(facts: Facts<campaigns.CouponSlipClaimed>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'coupon-slip-claimed-event', facts, ({ user_id, slip }) => ({ user_id, data: slip }));
  }

  @OnEvents(campaigns.transactionCreated)
  transactionCreated(facts: Facts<campaigns.TransactionCreated>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'transaction-created', facts, ({ id, stack_id, block_id, user_id, value }) => ({
      user_id,
      data: { id, stack_id, block_id, user_id, value },
    }));
  }

  @OnEvents(campaigns.surveyAnswerSubmitted)
  surveyAnswerSubmitted(facts: Facts<campaigns.SurveyAnswerSubmitted>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'survey-answer-submitted', facts, ({ user_id, answer }) => ({
      user_id,
      data: answer,
    }));
  }

  @OnEvents(users.userRegistered)
  userRegistered(facts: Facts<users.UserRegistered>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'user-registered', facts, ({ user_id }) => ({ user_id, data: { user_id } }));
  }

  @OnEvents(users.userActivated)
  userActivated(facts: Facts<users.UserActivated>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'user-activated', facts, ({ user_id }) => ({ user_id, data: { user_id } }));
  }

  /** To all callers a closed account is gone. It must be told also after the erasure, and holds nothing but the id. */
  @OnEvents(users.userClosed)
  userDeleted(facts: Facts<users.UserClosed>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'user-deleted', facts, ({ user_id }) => ({ user_id: null, data: { user_id } }));
  }

  @OnEvents(users.connectionCreated)
  connectionCreated(facts: Facts<users.ConnectionCreated>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'connection-created', facts, ({ provider_name, owner_id, user_id }) => ({
      user_id,
      data: { provider_name, owner_id, user_id },
    }));
  }

  @OnEvents(optinChanged)
  optinChanged(facts: Facts<OptinChanged>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'optin-changed', facts, (fact) => {
      const { user_id, optin_id, name, text_version, purpose, opted_in, updated, source } = fact;
      return { user_id, data: { user_id, optin_id, name, text_version, purpose, opted_in, updated, source } };
    });
  }

  @OnEvents(cardAdded)
  cardAdded(facts: Facts<CardAdded>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'card-added', facts, (fact) => {
      const { user_id, card_id, identifier, card_definition, card_tier_id, card_tier } = fact;
      return { user_id, data: { user_id, card_id, identifier, card_definition, card_tier_id, card_tier } };
    });
  }

  @OnEvents(segmentProcessed)
  segmentProcessed(facts: Facts<SegmentProcessed>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'segment-processed', facts, (fact) => {
      const { id, name, identifier, externalUserCount, internalUserCount, documentID, fileName, updated } = fact;
      const counts = { externalUserCount, internalUserCount };
      return { user_id: null, data: { id, name, identifier, ...counts, documentID, fileName, updated } };
    });
  }

  @OnEvents(couponStockLow)
  couponStockLow(facts: Facts<CouponStockLow>, { tx }: Tx): Promise<void> {
    return this.fanOut.append(tx, 'coupon-stock-low', facts, ({ coupon_id, title, available }) => ({
      user_id: null,
      data: { coupon_id, title, available },
    }));
  }
}
