import { ApiProperty } from '../shape/described.js';
import { fact } from '../rpc.js';

export class ImageData {
  @ApiProperty({ example: 'https://cdn.example.com/coffee.png', description: 'The address of the image.' })
  src: string;

  @ApiProperty({ example: 'A cup of coffee', description: 'The text for people who do not see the image.' })
  alt: string;
}

export class CouponImage {
  @ApiProperty({ enum: ['image'], description: 'Always `image`.' })
  type: 'image';

  @ApiProperty({ type: ImageData, description: 'The image itself.' })
  data: ImageData;
}

export class TicketDisplay {
  @ApiProperty({ example: 'qr-code', description: 'How a device shows the code, such as `qr-code`.' })
  systemName: string;

  @ApiProperty({ example: 'QR code', description: 'The name of this way for people.' })
  title: string;
}

export const ticketStates = ['issued', 'redeemed', 'expired', 'revoked'] as const;

export class Ticket {
  @ApiProperty({
    enum: ticketStates,
    description: 'Whether the ticket can still be redeemed: only an `issued` one can.',
  })
  state: (typeof ticketStates)[number];

  @ApiProperty({ type: TicketDisplay, description: 'How to show the code.' })
  display: TicketDisplay;

  @ApiProperty({ example: 'COFFEE-7K2M-9QXD', description: 'The code that a till redeems.' })
  code: string;
}

/** Spelled as in the specification. It is also the data of the webhook event `coupon-slip-claimed-event`. */
export class CouponSlip {
  @ApiProperty({ description: 'The id of the slip.', example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  id: string;

  @ApiProperty({ description: 'The id of the coupon.', example: '01981c5e-81b2-7d01-8c44-5a0c1d2e3f40' })
  couponId: string;

  @ApiProperty({ description: 'The id of the user.', example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' })
  userId: string;

  @ApiProperty({ description: 'The title of the coupon.', example: 'A free coffee' })
  title: string;

  @ApiProperty({ description: 'What the user gets for it.', example: 'At any of our shops' })
  description: string;

  @ApiProperty({ type: CouponImage, description: 'The image of the coupon.' })
  image: CouponImage;

  @ApiProperty({ description: 'Whether the user has marked the slip as read.' })
  isRead: boolean;

  @ApiProperty({ description: 'Whether the user has removed the slip from the list.' })
  isDeleted: boolean;

  @ApiProperty({ type: Ticket, description: 'The code and its state.' })
  ticket: Ticket;
}

export class Transaction {
  @ApiProperty({ description: 'The id of the transaction.', example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  id: string;

  @ApiProperty({ description: 'The id of the stack.', example: '01981c5e-81b2-7d01-8c44-5a0c1d2e3f40' })
  stack_id: string;

  @ApiProperty({ description: 'The id of the block of the stack.', example: '01981c5e-83c4-7aa0-9b1e-6d2f8c4a7e15' })
  block_id: string;

  @ApiProperty({ description: 'The id of the user.', example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' })
  user_id: string;

  @ApiProperty({
    type: 'integer',
    example: 25,
    description: 'The points that the user got; negative if the user lost them.',
  })
  value: number;
}

export class SurveyAnswer {
  @ApiProperty({ description: 'The id of the survey.', example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  survey_id: string;

  @ApiProperty({ description: 'The id of the question.', example: 'taste' })
  question_id: string;

  @ApiProperty({ description: 'The id of the chosen answer.', example: 'very-much' })
  answer_id: string;
}

/** Erasure finds the fact by `user_id`; webhooks deliver `slip`. */
export class CouponSlipClaimed {
  @ApiProperty({ description: 'The id of the user.' })
  user_id: string;

  @ApiProperty({ type: CouponSlip, description: 'The slip.' })
  slip: CouponSlip;
}

export class TransactionCreated extends Transaction {}

/** Erasure finds the fact by `user_id`; webhooks deliver `answer`. */
export class SurveyAnswerSubmitted {
  @ApiProperty({ description: 'The id of the user.' })
  user_id: string;

  @ApiProperty({ type: SurveyAnswer, description: 'The answer.' })
  answer: SurveyAnswer;
}

export const couponSlipClaimed = fact<CouponSlipClaimed>('campaigns.coupon-slip-claimed');
export const transactionCreated = fact<TransactionCreated>('campaigns.transaction-created');
export const surveyAnswerSubmitted = fact<SurveyAnswerSubmitted>('campaigns.survey-answer-submitted');
