import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  NotEquals,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { ShownKey } from '../by-name/by-name.js';
import { Transaction } from './campaigns.js';
import { storable } from '../identity/clients.js';
import { Page, SearchPage, type Paged } from '../paging.js';
import { rpc } from '../rpc.js';

const most = 1_000_000_000_000;
const id = { example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' };

export class NewBlock {
  @ApiPropertyOptional({ ...id, description: 'The id of an existing block, to rename it' })
  @MayBeAbsent()
  @IsString()
  id?: string;

  @ApiProperty({ example: 'points', description: 'A name for people.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'name must not be blank' })
  name: string;
}

export class NewStack {
  @ApiProperty({ example: 'Loyalty points', description: 'A name for people.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'name must not be blank' })
  name: string;

  @ApiPropertyOptional({ type: [NewBlock], description: 'One block named `default` by default' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => NewBlock)
  blocks?: NewBlock[];

  @ApiPropertyOptional({
    default: false,
    description: 'Whether a correction may take a balance below zero. Absent in a change, it stays as it is',
  })
  @MayBeAbsent()
  @IsBoolean()
  allow_negative?: boolean;
}

export class PutStack extends NewStack {
  @IsString()
  id: string;
}

export class StackRef {
  @IsString()
  id: string;
}

export class Block {
  @ApiProperty({ ...id, description: 'The id of the block.' })
  id: string;

  @ApiProperty({ description: 'The name of the block.', example: 'points' })
  name: string;
}

export class Stack {
  @ApiProperty({ ...id, description: 'The id of the stack.' })
  id: string;

  @ShownKey() key: string | null;

  @ApiProperty({ description: 'The name of the stack.', example: 'Loyalty points' })
  name: string;

  @ApiProperty({ type: [Block], description: 'The named parts of the stack.' })
  blocks: Block[];

  @ApiProperty({ example: false, description: 'Whether a correction may take a balance below zero.' })
  allow_negative: boolean;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the stack was made.',
    format: 'date-time',
  })
  created: string;
}

export class LedgerOf extends Page {
  @IsString()
  user_id: string;
}

export class BalancesOf {
  @IsString()
  user_id: string;
}

export class Balance {
  @ApiProperty({ ...id, description: 'The id of the stack.' })
  stack_id: string;

  @ApiProperty({ example: 'Loyalty points', description: 'The name of the stack.' })
  stack_name: string;

  @ApiProperty({ ...id, description: 'The id of the block.' })
  block_id: string;

  @ApiProperty({ example: 'points', description: 'The name of the block.' })
  block_name: string;

  @ApiProperty({ type: 'integer', example: 125, description: 'The points that the user has.' })
  value: number;
}

export class LedgerEntry extends Transaction {
  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the transaction was booked.',
    format: 'date-time',
  })
  created: string;
}

export class NewCorrection {
  @ApiProperty({ ...id, description: 'The stack whose points are corrected.' })
  @IsString()
  stack_id: string;

  @ApiPropertyOptional({ ...id, description: 'The block of the stack; its first one without it' })
  @MayBeAbsent()
  @IsString()
  block_id?: string;

  @ApiProperty({
    type: 'integer',
    example: -25,
    minimum: -most,
    maximum: most,
    description: 'The points that the user gets; negative to take points away. Not 0.',
  })
  @IsInt()
  @NotEquals(0)
  @Min(-most)
  @Max(most)
  value: number;

  @ApiProperty({
    example: 'Booked twice by the till',
    description: 'Why, for the colleagues. The user does not see it.',
  })
  @IsString()
  @Length(1, 500)
  @Matches(storable)
  @Matches(/\S/, { message: 'reason must not be blank' })
  reason: string;
}

export class CorrectBalance extends NewCorrection {
  @IsString()
  user_id: string;
}

export class Correction extends LedgerEntry {
  @ApiProperty({ example: 'Booked twice by the till', description: 'Why the points were corrected.' })
  reason: string;

  @ApiProperty({ type: 'integer', example: 100, description: 'The points that the user has on the block now.' })
  balance: number;
}

export const createStack = rpc('campaigns.stacks.create', NewStack).returns<Stack>();
export const putStack = rpc('campaigns.stacks.put', PutStack).returns<Stack>();
export const getStack = rpc('campaigns.stacks.get', StackRef).returns<Stack>();
export const listStacks = rpc('campaigns.stacks.list', SearchPage).returns<Paged<Stack>>();
export const balancesOf = rpc('campaigns.ledger.balances', BalancesOf).returns<Balance[]>();
export const transactionsOf = rpc('campaigns.ledger.transactions', LedgerOf).returns<Paged<LedgerEntry>>();
export const correctBalance = rpc('campaigns.ledger.correct', CorrectBalance).returns<Correction>();
