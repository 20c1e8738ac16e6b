import * as campaigns from '@ces/contracts/campaigns/campaigns';
import { cardAdded, type CardAdded } from '@ces/contracts/cards/cards';
import { couponStockLow, type CouponStockLow } from '@ces/contracts/campaigns/coupons';
import { optinChanged, type OptinChanged } from '@ces/contracts/cards/optins';
import { segmentProcessed, type SegmentProcessed } from '@ces/contracts/segments/segments';
import * as users from '@ces/contracts/identity/users';
import { OnFacts, type DeliveredFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
import { FanOutService } from './fan-out.service.js';

type Facts<Payload extends object> = DeliveredFact<Payload>[];

/** One method for each event of the catalogue. It picks each field, because a fact may get more fields than its event has. */
@Controller()
export class FanOutController {
  constructor(private readonly fanOut: FanOutService) {}

  @OnFacts(campaigns.couponSlipClaimed)
  couponSlipClaimed(facts: Facts<campaigns.CouponSlipClaimed>): Promise<void> {
    return this.fanOut.append('coupon-slip-claimed-event', facts, ({ user_id, slip }) => ({ user_id, data: slip }));
  }

  @OnFacts(campaigns.transactionCreated)
  transactionCreated(facts: Facts<campaigns.TransactionCreated>): Promise<void> {
    return this.fanOut.append('transaction-created', facts, ({ id, stack_id, block_id, user_id, value }) => ({
      user_id,
      data: { id, stack_id, block_id, user_id, value },
    }));
  }

  @OnFacts(campaigns.surveyAnswerSubmitted)
  surveyAnswerSubmitted(facts: Facts<campaigns.SurveyAnswerSubmitted>): Promise<void> {
    return this.fanOut.append('survey-answer-submitted', facts, ({ user_id, answer }) => ({
      user_id,
      data: answer,
    }));
  }

  @OnFacts(users.userRegistered)
  userRegistered(facts: Facts<users.UserRegistered>): Promise<void> {
    return this.fanOut.append('user-registered', facts, ({ user_id }) => ({ user_id, data: { user_id } }));
  }

  @OnFacts(users.userActivated)
  userActivated(facts: Facts<users.UserActivated>): Promise<void> {
    return this.fanOut.append('user-activated', facts, ({ user_id }) => ({ user_id, data: { user_id } }));
  }

  /** Callers see a closed account as deleted. The event outlives the erasure of its user, and holds only the id. */
  @OnFacts(users.userClosed)
  userDeleted(facts: Facts<users.UserClosed>): Promise<void> {
    return this.fanOut.append('user-deleted', facts, ({ user_id }) => ({
      user_id: null,
      about: user_id,
      data: { user_id },
    }));
  }

  /** Webhooks are not told of imported members. */
  @OnFacts(users.connectionCreated)
  connectionCreated(facts: Facts<users.ConnectionCreatedFact>): Promise<void> {
    const told = facts.filter(({ payload }) => !payload.imported);
    return this.fanOut.append('connection-created', told, ({ provider_name, owner_id, user_id }) => ({
      user_id,
      data: { provider_name, owner_id, user_id },
    }));
  }

  @OnFacts(optinChanged)
  optinChanged(facts: Facts<OptinChanged>): Promise<void> {
    return this.fanOut.append('optin-changed', facts, (fact) => {
      const { user_id, optin_id, name, text_version, purpose, opted_in, updated, source } = fact;
      return { user_id, data: { user_id, optin_id, name, text_version, purpose, opted_in, updated, source } };
    });
  }

  @OnFacts(cardAdded)
  cardAdded(facts: Facts<CardAdded>): Promise<void> {
    return this.fanOut.append('card-added', facts, (fact) => {
      const { user_id, card_id, identifier, card_definition, card_tier_id, card_tier } = fact;
      return { user_id, data: { user_id, card_id, identifier, card_definition, card_tier_id, card_tier } };
    });
  }

  @OnFacts(segmentProcessed)
  segmentProcessed(facts: Facts<SegmentProcessed>): Promise<void> {
    return this.fanOut.append('segment-processed', facts, (fact) => {
      const { id, name, identifier, externalUserCount, internalUserCount, documentID, fileName, updated } = fact;
      const counts = { externalUserCount, internalUserCount };
      return { user_id: null, data: { id, name, identifier, ...counts, documentID, fileName, updated } };
    });
  }

  @OnFacts(couponStockLow)
  couponStockLow(facts: Facts<CouponStockLow>): Promise<void> {
    return this.fanOut.append('coupon-stock-low', facts, ({ coupon_id, title, available }) => ({
      user_id: null,
      data: { coupon_id, title, available },
    }));
  }
}
