import { ApiProperty, ApiPropertyOptional } from '../../shape/described.js';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../../absent.js';
import { Page, type Paged } from '../../paging.js';
import { audited, rpc } from '../../rpc.js';
import { ImportedBalance } from '../../campaigns/member-balances.js';
import { ImportedCard, ImportedOptin } from '../../cards/member-parts.js';
import { PersonChange } from '../person.js';
import { ConnectionRef } from '../users.js';

/** A line of an import. At least a name or a connection says who it is about. */
export class Member {
  @ApiPropertyOptional({ example: 'anna@example.com', description: 'The name to sign in with, an e-mail address' })
  @MayBeAbsent()
  @IsString()
  username?: string;

  @ApiPropertyOptional({
    example: '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW',
    description:
      'The hash of the password, as argon2, bcrypt, scrypt or PBKDF2. Without it the member sets a password by mail',
  })
  @MayBeAbsent()
  @IsString()
  password_hash?: string;

  @ApiPropertyOptional({
    type: PersonChange,
    description: 'All fields of the person; they replace those that are known',
    example: { firstName: 'Anna', lastName: 'Berg' },
  })
  @MayBeAbsent()
  @IsObject()
  person?: object;

  @ApiPropertyOptional({ type: [ConnectionRef], description: 'Accounts at identity providers' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique((each: ConnectionRef) => `${each.provider_name} ${each.owner_id}`, {
    message: 'connections must name each connection once',
  })
  @ValidateNested({ each: true })
  @Type(() => ConnectionRef)
  connections?: ConnectionRef[];

  @ApiPropertyOptional({ type: [ImportedCard], description: 'Cards, which are issued when their numbers are new' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique((each: ImportedCard) => each.identifier, { message: 'cards must name each number once' })
  @ValidateNested({ each: true })
  @Type(() => ImportedCard)
  cards?: ImportedCard[];

  @ApiPropertyOptional({ type: [ImportedOptin], description: 'Answers to opt-ins' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique((each: ImportedOptin) => each.optin_id, { message: 'optins must name each opt-in once' })
  @ValidateNested({ each: true })
  @Type(() => ImportedOptin)
  optins?: ImportedOptin[];

  @ApiPropertyOptional({ type: [ImportedBalance], description: 'Balances that the member brings' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => ImportedBalance)
  balances?: ImportedBalance[];
}

/** Lines of a file. Null stands for a line that cannot be read. */
export class MemberLines {
  @IsUUID()
  import_id: string;

  @IsInt()
  @Min(0)
  @Max(10_000_000)
  part: number;

  /** The first line of each run of lines without a gap. */
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(2_000_000_000, { each: true })
  starts: number[];

  /** The number of lines of each run. */
  @IsInt({ each: true })
  @Min(1, { each: true })
  counts: number[];

  @IsArray()
  texts: (string | null)[];
}

export class MemberImportRef {
  @IsString()
  id: string;
}

export class NewMemberImport {
  @IsUUID()
  import_id: string;

  /** How many parts were sent, so that the service notices a lost part. */
  @IsInt()
  @Min(1)
  parts: number;

  @IsIn(['ndjson', 'csv'])
  format: 'ndjson' | 'csv';

  @IsBoolean()
  dry_run: boolean;
}

export class BegunImport {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'Names the import in the other calls' })
  id: string;
}

const shownStates = ['waiting', 'running', 'finished'] as const;

export class MemberImport extends BegunImport {
  @ApiProperty({ enum: shownStates, example: 'running', description: 'An import waits while an earlier one runs' })
  state: (typeof shownStates)[number];

  @ApiProperty({ example: false, description: 'Whether it only tries the file and changes nothing' })
  dry_run: boolean;

  @ApiProperty({ minimum: 0, maximum: 1, example: 0.4, description: 'The part of the lines that is done' })
  progress: number;

  @ApiProperty({ type: 'integer', example: 390_120, description: 'Lines that made a new user' })
  created: number;

  @ApiProperty({ type: 'integer', example: 1_200, description: 'Lines that changed a user that was there' })
  updated: number;

  @ApiProperty({ type: 'integer', example: 8_600, description: 'Lines that changed nothing' })
  unchanged: number;

  @ApiProperty({
    type: 'integer',
    example: 80,
    description: 'Lines that were not imported, or only in part; `faults` tells why',
  })
  refused: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000Z', description: 'When its file came in' })
  created_at: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-21T09:41:00.000Z',
    description: 'When its last line was done',
  })
  finished_at: string | null;
}

export class MemberImportFault {
  @ApiProperty({ type: 'integer', example: 17, description: 'The line of the file, from 1' })
  line: number;

  @ApiProperty({ example: '#/username', description: 'A JSON pointer into the member' })
  pointer: string;

  @ApiProperty({ example: 'is-email', description: 'The rule that is broken' })
  code: string;

  @ApiProperty({ example: 'must be an e-mail address', description: 'What is wrong, and what to do' })
  detail: string;
}

export class FaultsOfImport extends Page {
  @IsString()
  id: string;
}

export const takeMembers = rpc('identity.imports.take', MemberLines).returns<{ taken: number }>();
export const dropMembers = rpc('identity.imports.drop', MemberImportRef).returns<{ dropped: true }>();
export const beginImport = audited(rpc('identity.imports.begin', NewMemberImport).returns<BegunImport>());
export const getImport = rpc('identity.imports.get', MemberImportRef).returns<MemberImport>();
export const listImports = rpc('identity.imports.list', Page).returns<Paged<MemberImport>>();
export const importFaults = rpc('identity.imports.faults', FaultsOfImport).returns<Paged<MemberImportFault>>();
