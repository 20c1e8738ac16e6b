import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { databaseServices } from '../dead-letters.js';
import { IsMoment } from '../moment.js';
import { Page, type Paged } from '../paging.js';
import { audited, rpc } from '../rpc.js';

const jobStates = ['waiting', 'running', 'finished', 'cancelled', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** The dead letters that a job replays; without any of these, all. */
export class ReplayDeadLetters {
  @ApiPropertyOptional({ enum: databaseServices, description: 'Only facts that this service could not handle' })
  @MayBeAbsent()
  @IsIn(databaseServices)
  service?: (typeof databaseServices)[number];

  @ApiPropertyOptional({ example: 'events.accepted.3', description: 'Only facts of exactly this name' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 200)
  @Matches(/^[^\0\p{Surrogate}]*$/u, { message: 'subject must be well-formed text without NUL' })
  subject?: string;

  @ApiPropertyOptional({
    example: '2026-11-21T09:30:00Z',
    description: 'Only letters of this moment or later',
    format: 'date-time',
  })
  @MayBeAbsent()
  @IsMoment()
  since?: string;
}

export class JobRef {
  @IsString()
  id: string;
}

export class JobPage extends Page {
  @ApiPropertyOptional({ enum: jobStates, description: 'Only jobs in this state' })
  @IsOptional()
  @IsIn(jobStates)
  state?: JobState;
}

export class Job {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the job.' })
  id: string;

  @ApiProperty({ enum: ['replay-dead-letters'], description: 'What the job does.' })
  kind: 'replay-dead-letters';

  @ApiProperty({ type: ReplayDeadLetters, description: 'What it was asked for.' })
  request: ReplayDeadLetters;

  @ApiProperty({
    enum: jobStates,
    description:
      '`waiting` for its turn, `running`, or ended: `finished`, `cancelled`, or `failed`, which means set aside after many tries.',
  })
  state: JobState;

  @ApiProperty({ minimum: 0, maximum: 1, example: 0.4, description: 'How much of the work is done.' })
  progress: number;

  @ApiProperty({ type: 'integer', example: 40, description: 'How many letters were replayed.' })
  done: number;

  @ApiProperty({ type: 'integer', example: 2, description: 'How many failed again. They are still dead letters.' })
  failed: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'What keeps the job from going on, such as a service that does not answer, or why it was set aside; null if nothing does.',
  })
  obstacle: string | null;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When the job was made.', format: 'date-time' })
  created: string;

  @ApiProperty({ type: String, nullable: true, description: 'When the job ended.', format: 'date-time' })
  finished_at: string | null;
}

export const replayDeadLetters = audited(rpc('identity.jobs.replay-dead-letters', ReplayDeadLetters).returns<Job>());
/** Ends a job that has not ended; what it has done stays done. */
export const cancelJob = audited(rpc('identity.jobs.cancel', JobRef).returns<Job>());
export const getJob = rpc('identity.jobs.get', JobRef).returns<Job>();
export const listJobs = rpc('identity.jobs.list', JobPage).returns<Paged<Job>>();
