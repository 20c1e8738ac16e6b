import { ApiProperty } from '@ces/contracts/shape/described';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsObject, IsOptional, Max, Min, ValidateNested } from 'class-validator';

/** In their order. `webhook` is left out unless the probe knows a receiver. */
const probeSteps = ['token', 'user', 'event', 'reward', 'webhook'] as const;
export type ProbeStep = (typeof probeSteps)[number];

export class ProbeStepTaken {
  @ApiProperty({ enum: probeSteps, description: 'The name of the step.' })
  @IsIn(probeSteps)
  step: ProbeStep;

  @ApiProperty({
    example: 12,
    minimum: 0,
    maximum: 3_600_000,
    type: 'integer',
    description: 'How many milliseconds the step took.',
  })
  @IsInt()
  @Min(0)
  @Max(3_600_000)
  ms: number;
}

export class ProbeResult {
  @ApiProperty({ enum: probeSteps, nullable: true, description: 'The step that failed; null after a success.' })
  @IsOptional()
  @IsIn(probeSteps)
  failed: ProbeStep | null;

  @ApiProperty({
    type: [ProbeStepTaken],
    maxItems: probeSteps.length,
    description: 'The steps that were taken, in their order.',
  })
  @IsArray()
  @ArrayMaxSize(probeSteps.length)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ProbeStepTaken)
  steps: ProbeStepTaken[];
}
