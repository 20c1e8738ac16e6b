import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsOptional, IsString, Max, Min, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import type { ImportedParts } from '../cards/member-parts.js';
import { rpc } from '../rpc.js';

const most = 1_000_000_000_000;

export class ImportedBalance {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The stack' })
  @IsString()
  stack_id: string;

  @ApiPropertyOptional({
    example: '01981c5e-81b2-7d01-8c44-5a0c1d2e3f40',
    description: 'The block of the stack; its first one without it',
  })
  @MayBeAbsent()
  @IsString()
  block_id?: string;

  @ApiProperty({ type: 'integer', example: 1_250, description: 'The balance that the member brings' })
  @IsInt()
  @Min(-most)
  @Max(most)
  value: number;
}

export class MemberBalances {
  /** Null for a user who does not exist yet: the balances are checked, and nothing is booked. */
  @IsOptional()
  @IsString()
  user_id: string | null;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ImportedBalance)
  balances: ImportedBalance[];
}

export class MembersBalances {
  @IsBoolean()
  dry_run: boolean;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => MemberBalances)
  members: MemberBalances[];
}

/** Books what members bring from another system. A repeated member books nothing, and a corrected value the difference. */
export const importMemberBalances = rpc('campaigns.members.import', MembersBalances).returns<ImportedParts[]>();
