import { ApiProperty } from '@nestjs/swagger';
import { fact } from '../rpc.js';

export class ImageData {
  @ApiProperty({ example: 'https://cdn.example.com/coffee.png' })
  src: string;

  @ApiProperty({ example: 'A cup of coffee' })
  alt: string;
}

export class CouponImage {
  @ApiProperty({ enum: ['image'] })
  type: 'image';

  @ApiProperty({ type: ImageData })
  data: ImageData;
}

export class TicketDisplay {
  @ApiProperty({ example: 'qr-code' })
  systemName: string;

  @ApiProperty({ example: 'QR code' })
  title: string;
}

export const ticketStates = ['issued', 'redeemed', 'expired', 'revoked'] as const;

export class Ticket {
  @ApiProperty({ enum: ticketStates })
  state: (typeof ticketStates)[number];

  @ApiProperty({ type: TicketDisplay })
  display: TicketDisplay;

  @ApiProperty({ example: 'COFFEE-7K2M-9QXD' })
  code: string;
}

/** Spelled as in the specification. It is also the data of the webhook event `coupon-slip-claimed-event`. */
export class CouponSlip {
  @ApiProperty()
  id: string;

  @ApiProperty()
  couponId: string;

  @ApiProperty()
  userId: string;

  @ApiProperty()
  title: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ type: CouponImage })
  image: CouponImage;

  @ApiProperty()
  isRead: boolean;

  @ApiProperty()
  isDeleted: boolean;

  @ApiProperty({ type: Ticket })
  ticket: Ticket;
}

export class Transaction {
  @ApiProperty()
  id: string;

  @ApiProperty()
  stack_id: string;

  @ApiProperty()
  block_id: string;

  @ApiProperty()
  user_id: string;

  @ApiProperty({ type: 'integer', example: 25 })
  value: number;
}

export class SurveyAnswer {
  @ApiProperty()
  survey_id: string;

  @ApiProperty()
  question_id: string;

  @ApiProperty()
  answer_id: string;
}

/** Erasure finds the fact by `user_id`; webhooks deliver `slip`. */
export class CouponSlipClaimed {
  @ApiProperty()
  user_id: string;

  @ApiProperty({ type: CouponSlip })
  slip: CouponSlip;
}

export class TransactionCreated extends Transaction {}

/** Erasure finds the fact by `user_id`; webhooks deliver `answer`. */
export class SurveyAnswerSubmitted {
  @ApiProperty()
  user_id: string;

  @ApiProperty({ type: SurveyAnswer })
  answer: SurveyAnswer;
}

export const couponSlipClaimed = fact<CouponSlipClaimed>('campaigns.coupon-slip-claimed');
export const transactionCreated = fact<TransactionCreated>('campaigns.transaction-created');
export const surveyAnswerSubmitted = fact<SurveyAnswerSubmitted>('campaigns.survey-answer-submitted');
