import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Type } from 'class-transformer';
import { IsDefined, IsObject, IsString, Length, Matches, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { storable } from '../identity/clients.js';
import { Page, type Paged } from '../paging.js';
import { renamed, rpc } from '../rpc.js';
import { CampaignRef, NewCampaign, type Campaign } from './campaign-administration.js';
import { Audience } from './campaign-trigger.js';

export class CampaignFault {
  @ApiProperty({ example: '#/condition', description: 'A JSON pointer into the campaign' })
  pointer: string;

  @ApiProperty({ example: 'cel', description: 'The rule that is broken' })
  code: string;

  @ApiProperty({ example: 'at character 7: there is no `amuont`', description: 'What is wrong, in words' })
  detail: string;
}

export class CampaignValidation {
  @ApiProperty({ example: false, description: 'Whether the campaign can be saved and started as it is' })
  valid: boolean;

  @ApiProperty({ type: [CampaignFault], description: 'Every fault of the campaign; none when it is valid' })
  errors: CampaignFault[];
}

export class NewName {
  @ApiPropertyOptional({
    example: 'Coffee for the tenth purchase, in spring',
    description: 'The name of the copy; by default that of the campaign with "(copy)" behind it',
  })
  @MayBeAbsent()
  @IsString()
  @Length(1, 200)
  @Matches(/\S/, { message: 'name must not be blank' })
  @Matches(storable)
  name?: string;
}

export class CloneCampaign extends NewName {
  @IsString()
  id: string;
}

export class CampaignRun {
  @ApiProperty({
    format: 'date-time',
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the version began to run',
  })
  started_at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: '2026-11-28T09:30:00.000Z',
    description: 'When it stopped; null while it runs',
  })
  ended_at: string | null;
}

export class CampaignVersion {
  @ApiProperty({ type: 'integer', example: 2, description: 'The number of the version' })
  version: number;

  @ApiProperty({ type: NewCampaign, description: 'The whole campaign as this version has it' })
  campaign: NewCampaign;

  @ApiProperty({
    type: [String],
    example: ['#/condition', '#/caps/0/max'],
    description: 'The places that differ from the version before, as JSON pointers into `campaign`; none in the first',
  })
  changed: string[];

  @ApiProperty({ type: [CampaignRun], description: 'The times in which this version judged events, oldest first' })
  runs: CampaignRun[];

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000Z', description: 'When it was made' })
  created: string;
}

export class VersionsOfCampaign extends Page {
  @IsString()
  id: string;
}

export class DeletedCampaign {
  @ApiProperty({ enum: [true], description: 'Always true: the draft is gone.' })
  deleted: true;
}

export class AudienceToCount {
  @ApiProperty({ type: Audience, description: 'The audience as a campaign has it; without any rule it is all users' })
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => Audience)
  audience: Audience;
}

export class AudienceSize {
  @ApiProperty({ type: 'integer', example: 412_083, description: 'The number of users in the audience now' })
  users: number;
}

/** Names every fault for which saving or `:start` would refuse the campaign, and changes nothing. */
const formerNamesOfVersion = { 'runs.started_at': 'from', 'runs.ended_at': 'until' };

export const validateCampaign = rpc('campaigns.validate', NewCampaign).returns<CampaignValidation>();
export const cloneCampaign = rpc('campaigns.clone', CloneCampaign).returns<Campaign>();
export const versionsOfCampaign = renamed(
  formerNamesOfVersion,
  rpc('campaigns.versions', VersionsOfCampaign).returns<Paged<CampaignVersion>>(),
);
export const deleteCampaign = rpc('campaigns.delete', CampaignRef).returns<DeletedCampaign>();
export const sizeOfAudience = rpc('campaigns.audience', AudienceToCount).returns<AudienceSize>();
