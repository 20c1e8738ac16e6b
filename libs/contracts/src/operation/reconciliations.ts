import { IsBoolean, IsString } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { Page, type Paged } from '../paging.js';
import { rpc } from '../rpc.js';
import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';

const states = ['waiting', 'running', 'finished', 'failed'] as const;
const differenceKinds = ['unhandled', 'unpublished', 'ungranted'] as const;

export class NewReconciliation {
  @ApiPropertyOptional({
    default: false,
    description: 'Whether to repeat facts that a service has not handled, and then to compare their hours once more',
  })
  @MayBeAbsent()
  @IsBoolean()
  repair?: boolean;
}

export class ReconciliationDifference {
  @ApiProperty({
    enum: differenceKinds,
    description:
      '`unhandled`: the reader has not handled the fact, and a repair repeats it. `unpublished`: the publisher does not have it. ' +
      '`ungranted`: a grant does not agree with slips and ledger.',
  })
  kind: (typeof differenceKinds)[number];

  @ApiProperty({ example: 'event-log.accepted', description: 'The kind of fact.' })
  fact: string;

  @ApiProperty({ example: 'events', description: 'The service that publishes it.' })
  publisher: string;

  @ApiProperty({ example: 'campaigns', description: 'The service that reads it.' })
  reader: string;

  @ApiProperty({ example: '2026-11-21T09:00:00.000Z', description: 'The hour that was compared.', format: 'date-time' })
  hour: string;

  @ApiProperty({ type: 'integer', example: 3, description: 'How many facts are missing.' })
  count: number;

  @ApiProperty({ type: [String], description: 'The ids of the first 20 of them.' })
  ids: string[];
}

export class Reconciliation {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the reconciliation.' })
  id: string;

  @ApiProperty({ description: 'Whether it repairs what it can.' })
  repair: boolean;

  @ApiProperty({
    enum: states,
    description:
      '`waiting` for its turn, `running`, or ended: `finished`, or `failed`, which means set aside after many tries.',
  })
  state: (typeof states)[number];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: null,
    description: 'What keeps it from going on, or why it failed; null if nothing does.',
  })
  obstacle?: string | null;

  @ApiProperty({ minimum: 0, maximum: 1, example: 0.4, description: 'How much of the work is done.' })
  progress: number;

  @ApiProperty({ type: 'integer', example: 22, description: 'How many hours are compared so far.' })
  hours: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'How many facts were published again and handled.' })
  mended: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'How many facts are missing at its end.' })
  missing: number;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'In how many cases facts were still on their way at its end, so that nothing can be said of them.',
  })
  under_way: number;

  @ApiProperty({
    type: [String],
    example: [],
    description: 'Services that did not answer, or have no records of some hours.',
  })
  not_compared: string[];

  @ApiProperty({ type: [ReconciliationDifference], description: 'The first 100 differences.' })
  differences: ReconciliationDifference[];

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When it was asked for.', format: 'date-time' })
  created: string;

  @ApiProperty({ type: String, nullable: true, description: 'When it ended.', format: 'date-time' })
  finished_at: string | null;
}

export class ReconciliationRef {
  @IsString()
  id: string;
}

export const beginReconciliation = rpc('campaigns.reconciliations.begin', NewReconciliation).returns<Reconciliation>();
export const getReconciliation = rpc('campaigns.reconciliations.get', ReconciliationRef).returns<Reconciliation>();
export const listReconciliations = rpc('campaigns.reconciliations.list', Page).returns<Paged<Reconciliation>>();
