import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, IsString, Length, Matches } from 'class-validator';
import { ApiProperty, ApiPropertyOptional, IntersectionType, PartialType } from '../../shape/described.js';
import { locales, type Locale } from '../../locale.js';
import { audited, rpc } from '../../rpc.js';

export const mailKinds = [
  'activation',
  'deletion',
  'closed',
  'password-reset',
  'password-changed',
  'webhook-disabled',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Text of one paragraph: without line breaks, other control characters and halves of surrogate pairs. */
const paragraph = /^[^\p{Cc}\p{Surrogate}]*$/u;
const message = '$property must be well-formed text without line breaks and other control characters';

/** The words of a mail. The service makes text and HTML of them, and adds the link. */
export class MailWords {
  @ApiProperty({ example: 'Please confirm your e-mail address', description: 'The subject line.' })
  @IsString()
  @Length(1, 200)
  @Matches(paragraph, { message })
  subject: string;

  @ApiProperty({ example: 'Welcome!', description: 'The heading of the mail.' })
  @IsString()
  @Length(1, 200)
  @Matches(paragraph, { message })
  greeting: string;

  @ApiProperty({ example: ['Your registration is almost complete.'], description: 'The paragraphs above the link.' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @Length(1, 2_000, { each: true })
  @Matches(paragraph, { each: true, message })
  lines: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'Activate my account',
    description: 'The text of the button. Mails without a page to lead to have none',
  })
  @IsOptional()
  @IsString()
  @Length(1, 100)
  @Matches(paragraph, { message })
  button?: string | null;

  @ApiProperty({ example: ['The link works once, for 24 hours.'], description: 'The small print below the link.' })
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @Length(1, 2_000, { each: true })
  @Matches(paragraph, { each: true, message })
  ending: string[];
}

export class MailTextRef {
  @IsString()
  kind: string;

  @IsString()
  language: string;
}

export class PutMailText extends IntersectionType(MailTextRef, MailWords) {}

/** Without words it shows the mail as it is sent now. */
export class UnsavedMailWords extends PartialType(MailWords) {}

export class PreviewMailText extends IntersectionType(MailTextRef, UnsavedMailWords) {}

export class MailText extends MailWords {
  @ApiProperty({ enum: mailKinds, description: 'What the mail is about.' })
  kind: MailKind;

  @ApiProperty({ enum: locales, description: 'Its language.' })
  language: Locale;

  @ApiProperty({
    description: 'Whether somebody has changed it here. DELETE brings the text of the installation back.',
  })
  changed: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-11-21T09:30:00.000Z',
    description: 'When it was changed last; null for the text of the installation.',
    format: 'date-time',
  })
  updated: string | null;
}

export class MailPreview {
  @ApiProperty({ example: 'Please confirm your e-mail address', description: 'The subject line.' })
  subject: string;

  @ApiProperty({ example: 'Welcome!\n', description: 'The mail for programs that show no HTML.' })
  text: string;

  @ApiProperty({ example: '<!doctype html>…', description: 'The mail as HTML, with a made-up link.' })
  html: string;
}

class Nothing {}

export const listMailTexts = rpc('identity.mail-texts.list', Nothing).returns<MailText[]>();
export const getMailText = rpc('identity.mail-texts.get', MailTextRef).returns<MailText>();
export const putMailText = audited(rpc('identity.mail-texts.put', PutMailText).returns<MailText>());
export const resetMailText = audited(rpc('identity.mail-texts.reset', MailTextRef).returns<MailText>());
export const previewMailText = rpc('identity.mail-texts.preview', PreviewMailText).returns<MailPreview>();
