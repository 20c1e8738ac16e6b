import { ByKey, PutByKey, ShownStatus, type PutAnswer, type PutStatus } from '../by-name/by-name.js';
import { renamed, rpc } from '../rpc.js';
import { IntersectionType } from '../shape/described.js';
import { Campaign, NewCampaign } from './campaign-administration.js';
import { Coupon, formerNamesOfCoupon, NewCoupon } from './coupons.js';
import { Stack, NewStack } from './stacks.js';
import { Survey, NewSurvey } from './surveys.js';

export class PutCampaignByKey extends IntersectionType(NewCampaign, PutByKey) {}
export class PutCouponByKey extends IntersectionType(NewCoupon, PutByKey) {}
export class PutStackByKey extends IntersectionType(NewStack, PutByKey) {}
export class PutSurveyByKey extends IntersectionType(NewSurvey, PutByKey) {}

export class CampaignByName extends Campaign {
  @ShownStatus() status: PutStatus;
}

export class CouponByName extends Coupon {
  @ShownStatus() status: PutStatus;
}

export class StackByName extends Stack {
  @ShownStatus() status: PutStatus;
}

export class SurveyByName extends Survey {
  @ShownStatus() status: PutStatus;
}

export const getCampaignByKey = rpc('campaigns.get-by-key', ByKey).returns<Campaign>();
export const putCampaignByKey = rpc('campaigns.put-by-key', PutCampaignByKey).returns<PutAnswer<Campaign>>();
export const getCouponByKey = renamed(
  formerNamesOfCoupon,
  rpc('campaigns.coupons.get-by-key', ByKey).returns<Coupon>(),
);
/** Codes are added, and never removed. `generate` makes as many as are missing from its count. */
export const putCouponByKey = renamed(
  formerNamesOfCoupon,
  rpc('campaigns.coupons.put-by-key', PutCouponByKey).returns<PutAnswer<Coupon>>(),
);
export const getStackByKey = rpc('campaigns.stacks.get-by-key', ByKey).returns<Stack>();
export const putStackByKey = rpc('campaigns.stacks.put-by-key', PutStackByKey).returns<PutAnswer<Stack>>();
export const getSurveyByKey = rpc('campaigns.surveys.get-by-key', ByKey).returns<Survey>();
export const putSurveyByKey = rpc('campaigns.surveys.put-by-key', PutSurveyByKey).returns<PutAnswer<Survey>>();
