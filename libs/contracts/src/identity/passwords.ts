import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { IsIn, IsOptional, IsString, IsUrl, Matches } from 'class-validator';
import { locales, type Locale } from '../locale.js';
import { rpc } from '../rpc.js';
import { storable, uri } from './clients.js';
import { IsNewPassword, Username } from './credentials.js';
import { MailedNonce, RenewalWish, type Renewal } from './registration.js';

export class ForgottenPassword extends Username {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'https://shop.example/new-password',
    description:
      "The page that the mail links to instead of the client's `password_url` or the default page; the fragment holds the nonce. " +
      "Its origin must be that of the client's `password_url` or of one of its `redirect_uris`",
  })
  @IsOptional()
  @IsUrl(uri)
  @Matches(storable)
  password_url?: string | null;
}

export class PasswordForgotten extends ForgottenPassword {
  @IsString()
  client_id: string;

  @IsIn(locales)
  locale: Locale;
}

export class PasswordReset extends MailedNonce {
  @ApiProperty({ example: 'correct horse battery', minLength: 8, maxLength: 256, description: 'The new password.' })
  @IsNewPassword()
  password: string;
}

export class PasswordResetInLocale extends PasswordReset {
  @IsIn(locales)
  locale: Locale;
}

export class PasswordChange {
  @ApiProperty({ example: 'correct horse battery', description: 'The present password' })
  @IsString()
  password: string;

  @ApiProperty({
    example: 'correct horse battery staple',
    minLength: 8,
    maxLength: 256,
    description: 'The new password.',
  })
  @IsNewPassword()
  new_password: string;
}

export class PasswordChangeOfUser extends PasswordChange {
  @IsString()
  user_id: string;

  @IsString()
  client_id: string;

  /** The id of the caller's token, whose sign-in stays. */
  @IsString()
  jti: string;

  @IsIn(locales)
  locale: Locale;

  /** The IP address from which the call comes. Wrong passwords are counted by it. */
  @IsOptional()
  @IsString()
  address?: string | undefined;
}

class Accepted {}

export const forgotPassword = rpc('identity.passwords.forgot', PasswordForgotten).returns<Accepted>();
export const resetPassword = rpc('identity.passwords.reset', PasswordResetInLocale).returns<Accepted>();
/** Mails a new link to the address of a mailed nonce, which may be used or expired. */
export const renewPasswordReset = rpc('identity.passwords.renew', RenewalWish).returns<Renewal>();
export const changePassword = rpc('identity.passwords.change', PasswordChangeOfUser).returns<Accepted>();
