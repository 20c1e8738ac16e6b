import { MayBeAbsent } from '@ces/contracts/absent';
import { ApiPropertyOptional } from '@ces/contracts/shape/described';
import { Type } from 'class-transformer';
import { IsIn } from 'class-validator';

export class ImportForm {
  @MayBeAbsent()
  @IsIn(['ndjson', 'csv'])
  format?: 'ndjson' | 'csv';
}

export class ImportQuery {
  @ApiPropertyOptional({
    type: Boolean,
    example: true,
    description: 'Tries every line, counts, finds faults, and changes nothing',
  })
  @MayBeAbsent()
  @IsIn(['true', 'false'])
  @Type(() => String)
  dry_run?: 'true' | 'false';
}
