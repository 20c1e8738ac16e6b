import { ApiProperty } from '../shape/described.js';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { locales, type Locale } from '../locale.js';
import { IsNewPassword, Username } from './credentials.js';
import { PersonNames } from './person-names.js';
import { rpc } from '../rpc.js';

/** The steps in order; their numbers begin with 1. */
export const registrationSteps = ['user-credentials', 'user-person', 'user-optins', 'customer-card'] as const;
export type RegistrationStep = (typeof registrationSteps)[number];

export class AuthNonce {
  @ApiProperty({
    description: 'The nonce from the answer of row 10 or 12.',
    example: 'kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4',
  })
  @IsString()
  auth_nonce: string;
}

export class NonceUse extends AuthNonce {
  @IsString()
  client_id: string;
}

export class RegistrationOf {
  @IsString()
  user_id: string;
}

export interface OpenSteps {
  optins: boolean;
  /** True if the user has no card yet. Identity's configuration says whether a card is required. */
  card: boolean;
}

export class StepQuestion extends NonceUse {
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(registrationSteps.length, { each: true })
  skip: number[];
}

export class NextStep {
  @ApiProperty({
    example: 2,
    description: 'The number of the next missing step.',
    type: 'integer',
    minimum: 1,
    maximum: 4,
  })
  continue_from: number;

  @ApiProperty({ enum: registrationSteps, description: 'The name of the next missing step.' })
  step: RegistrationStep;
}

export class Completion extends NonceUse {
  @IsIn(locales)
  locale: Locale;
}

export class MailedNonce {
  @ApiProperty({ description: 'The nonce from the mail.', example: 'kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4' })
  @IsString()
  nonce: string;
}

/** A mailed nonce, and whose token came with it. Without a token anybody may use the nonce. */
export class PresentedNonce extends MailedNonce {
  /** The nonce must be one that this client caused. */
  @IsOptional()
  @IsString()
  by_client?: string | undefined;

  /** The nonce must be one of this user. */
  @IsOptional()
  @IsString()
  by_user?: string | undefined;
}

export class Activated {
  @ApiProperty({ enum: [true], description: 'Always true: the user can sign in.' })
  activated: true;

  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user.' })
  user_id: string;
}

/** Our activation page shows this before the owner of the mailbox decides. */
export class PendingRegistration extends PersonNames {
  @ApiProperty({ type: String, nullable: true, example: 'Shop', description: 'The client that registered' })
  client: string | null;

  @ApiProperty({ example: 'anna@example.com', description: 'The mail address that registered.' })
  username: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000Z', description: 'When it registered.' })
  registered_at: string;
}

export class ConfirmedActivation extends MailedNonce {
  @ApiProperty({ example: 'correct horse battery', description: 'The password of the registration' })
  @IsString()
  password: string;
}

export class ActivationWithPassword extends MailedNonce {
  @ApiProperty({
    example: 'correct horse battery',
    minLength: 8,
    maxLength: 256,
    description: 'The new password, which replaces the one of the registration.',
  })
  @IsNewPassword()
  password: string;
}

export class ConfirmedActivationFrom extends ConfirmedActivation {
  /** The caller's IP address. Wrong passwords are counted by it. */
  @IsString()
  address: string;
}

export class ResendRequest extends Username {
  @IsString()
  client_id: string;

  @IsIn(locales)
  locale: Locale;
}

export class RenewalWish extends MailedNonce {
  @IsIn(locales)
  locale: Locale;
}

export class Renewal {
  @ApiProperty({ description: 'The mail goes out now; otherwise it waits, because the mailbox had many mails today' })
  sent: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000Z', description: 'When the mail goes out' })
  at: string;
}

export class RemovedRegistration {
  @ApiProperty({ enum: [true], description: 'Always true: the registration is gone.' })
  removed: true;
}

class Accepted {}

/** Finds the user of a nonce. An unknown nonce, purpose or client is 400 `nonce-invalid`; an expired nonce 410 `nonce-gone`. */
export const resolveNonce = rpc('identity.nonces.resolve', NonceUse).returns<{ user_id: string }>();
/** Identity asks at each complete-step and does not cache the answer, so that it sees a change at once. */
export const openSteps = rpc('cards.registration.open-steps', RegistrationOf).returns<OpenSteps>();
/** Row 13. The reply is null when no step is missing. */
export const nextStep = rpc('identity.registration.next-step', StepQuestion).returns<NextStep | null>();
export const completeRegistration = rpc('identity.registration.complete', Completion).returns<Accepted>(); // row 19
export const activateUser = rpc('identity.registration.activate', PresentedNonce).returns<Activated>(); // row 20

/** The calls of our activation page. The mailed nonce is the credential of each. */
export const pendingRegistration = rpc('identity.registration.pending', MailedNonce).returns<PendingRegistration>();
export const confirmActivation = rpc('identity.registration.confirm', ConfirmedActivationFrom).returns<Activated>();
export const activateWithPassword = rpc(
  'identity.registration.activate-with-password',
  ActivationWithPassword,
).returns<Activated>();
export const renewActivation = rpc('identity.registration.renew', RenewalWish).returns<Renewal>();
export const rejectRegistration = rpc('identity.registration.reject', MailedNonce).returns<RemovedRegistration>();
export const resendActivation = rpc('identity.registration.resend', ResendRequest).returns<Accepted>();
