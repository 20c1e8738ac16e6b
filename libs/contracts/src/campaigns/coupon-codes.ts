import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { ArrayMaxSize, ArrayMinSize, IsIn, IsInt, IsString, IsUUID, Matches, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { Page, type Paged } from '../paging.js';
import { rpc } from '../rpc.js';

const id = { example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' };

const codeStates = ['available', 'issued', 'redeemed', 'expired', 'revoked', 'erased'] as const;
export type CodeState = (typeof codeStates)[number];

/** The most lines of a file of codes. */
export const mostCodes = 1_000_000;

export class CodeSlip {
  @ApiProperty({ ...id, description: 'The id of the slip' })
  id: string;

  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The user who has it' })
  user_id: string;

  @ApiProperty({ ...id, description: 'The campaign that gave it' })
  campaign_id: string;

  @ApiProperty({ ...id, description: 'The event for which it was given' })
  event_id: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000Z', description: 'When it was given' })
  created: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When its ticket expires' })
  expires_at: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When its ticket was redeemed' })
  redeemed_at: string | null;
}

export class CouponCode {
  @ApiProperty({ example: 'COFFEE-7K2M-9QXD', description: 'The code' })
  code: string;

  @ApiProperty({
    enum: codeStates,
    description:
      'A code is `available` until a user gets it; then it has the state of the ticket. `erased`: its user was erased',
  })
  state: CodeState;

  @ApiProperty({
    type: CodeSlip,
    nullable: true,
    description: 'The slip that has the code; null while it is available',
  })
  slip: CodeSlip | null;
}

export class CodePage extends Page {
  @ApiPropertyOptional({ example: 'COFFEE-7', description: 'Only codes that begin with this', maxLength: 100 })
  @MayBeAbsent()
  @IsString()
  @Matches(/^[\x21-\x7e]{1,100}$/, { message: 'q must be 1 to 100 printable ASCII characters without spaces' })
  q?: string;

  @ApiPropertyOptional({ enum: codeStates, description: 'Only codes in this state' })
  @MayBeAbsent()
  @IsIn(codeStates)
  state?: CodeState;
}

export class CodesOfCoupon extends CodePage {
  @IsString()
  id: string;
}

/** A part of an upload. Parts come in their order; any replica may take any part. */
export class CodeLines {
  @IsUUID()
  import_id: string;

  @IsInt()
  @Min(0)
  @Max(1_000_000)
  part: number;

  /** Line numbers in the file, to name the places of faults. */
  @IsInt({ each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(200_000)
  lines: number[];

  @IsString({ each: true })
  @ArrayMaxSize(200_000)
  codes: string[];
}

export class NewCodeImport {
  @IsString()
  id: string;

  @IsUUID()
  import_id: string;

  /** How many parts were sent, so that the service notices a lost part. */
  @IsInt()
  @Min(1)
  parts: number;
}

export class CodeImportRef {
  @IsString()
  id: string;

  @IsString()
  import_id: string;
}

export class CodeUploadRef {
  @IsString()
  import_id: string;
}

export class BegunCodeImport {
  @ApiProperty({ ...id, description: 'Names the import in the other calls' })
  id: string;
}

const shownStates = ['waiting', 'running', 'finished', 'failed', 'cancelled'] as const;

export class CodeImport extends BegunCodeImport {
  @ApiProperty({
    enum: shownStates,
    example: 'running',
    description:
      'An import waits while an earlier one runs. A failed one was set aside after many tries; `obstacle` says why',
  })
  state: (typeof shownStates)[number];

  @ApiProperty({ minimum: 0, maximum: 1, example: 0.4, description: 'The part of the codes that is done' })
  progress: number;

  @ApiProperty({ type: 'integer', example: 398_000, description: 'Codes that the coupon has got' })
  added: number;

  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Lines whose code the coupon had; `faults` names the first 10,000',
  })
  refused: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000Z', description: 'When its file came in' })
  created: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: null,
    description: 'What keeps it from going on, or why it failed; null if nothing does',
  })
  obstacle?: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it ended' })
  finished_at: string | null;
}

export class CodeImportFault {
  @ApiProperty({ type: 'integer', example: 17, description: 'The line of the file, from 1' })
  line: number;

  @ApiProperty({ example: 'taken', description: 'The rule that is broken' })
  code: string;

  @ApiProperty({ example: 'COFFEE-7K2M-9QXD: the coupon has this code already', description: 'What is wrong' })
  detail: string;
}

export class FaultsOfCodeImport extends Page {
  @IsString()
  id: string;

  @IsString()
  import_id: string;
}

/** Ends an import that has not ended; the codes that it has added stay. */
export const cancelCodeImport = rpc('campaigns.code-imports.cancel', CodeImportRef).returns<CodeImport>();
/** In the order of the codes. */
export const codesOfCoupon = rpc('campaigns.coupons.codes', CodesOfCoupon).returns<Paged<CouponCode>>();
export const takeCodes = rpc('campaigns.code-imports.take', CodeLines).returns<{ taken: number }>();
export const dropCodes = rpc('campaigns.code-imports.drop', CodeUploadRef).returns<{ dropped: true }>();
export const beginCodeImport = rpc('campaigns.code-imports.begin', NewCodeImport).returns<BegunCodeImport>();
export const getCodeImport = rpc('campaigns.code-imports.get', CodeImportRef).returns<CodeImport>();
export const codeImportFaults = rpc('campaigns.code-imports.faults', FaultsOfCodeImport).returns<
  Paged<CodeImportFault>
>();
