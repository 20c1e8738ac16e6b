import { ApiProperty, ApiPropertyOptional } from './shape/described.js';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { MayBeAbsent } from './absent.js';
import { SincePage } from './paging.js';
import { rpc } from './rpc.js';

export const databaseServices = ['identity', 'events', 'campaigns', 'cards', 'segments', 'webhooks'] as const;

export class DeadLetter {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the dead letter.' })
  id: string;

  @ApiProperty({ example: 'campaigns', description: 'The service that could not handle the fact' })
  service: string;

  @ApiProperty({ example: 'events.accepted.3', description: 'The name of the fact.' })
  subject: string;

  @ApiProperty({ description: 'What the last attempt ran into.', example: 'timeout' })
  error: string;

  @ApiProperty({ example: 8, description: 'How often the service tried.', type: 'integer' })
  attempts: number;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When the service gave up.', format: 'date-time' })
  received_at: string;
}

export class DeadLetterWithPayload extends DeadLetter {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The content of the fact.' })
  payload: object;
}

export class DeadLetterRef {
  @IsString()
  id: string;
}

export class Replayed {
  @ApiProperty({ enum: [true], description: 'Always true: the service handles the fact again.' })
  replayed: true;
}

/** A service of the previous release ignores both fields and answers its newest 500. */
export class DeadLettersQuery {
  /** The id of a dead letter: the reply has only older ones. */
  @IsOptional()
  @IsString()
  before?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(501)
  at_most?: number;
}

export class DeadLetterPage extends SincePage {
  @ApiPropertyOptional({ enum: databaseServices, description: 'Only facts that this service could not handle' })
  @MayBeAbsent()
  @IsIn(databaseServices)
  service?: (typeof databaseServices)[number];
}

/** Each service answers for its own dead letters; the gateway gathers them. */
export const deadLetters = (service: string) => ({
  list: rpc(`${service}.dead-letters.list`, DeadLettersQuery).returns<DeadLetter[]>(),
  get: rpc(`${service}.dead-letters.get`, DeadLetterRef).returns<DeadLetterWithPayload>(),
  replay: rpc(`${service}.dead-letters.replay`, DeadLetterRef).returns<Replayed>(),
  drop: rpc(`${service}.dead-letters.drop`, DeadLetterRef).returns<{ deleted: true }>(),
});
