import { Campaign, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import {
  AudienceSize,
  AudienceToCount,
  CampaignValidation,
  CampaignVersion,
  cloneCampaign,
  DeletedCampaign,
  deleteCampaign,
  NewName,
  sizeOfAudience,
  versionsOfCampaign,
} from '@ces/contracts/campaigns/campaign-drafts';
import { Page } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { strictOrNone } from '../http/bodies/optional-body.js';
import { answerPage } from '../http/parameters/paging.js';
import { validateDraft } from './validate-draft.js';

/** Services compare sets of millions of users. */
const patience = { timeout: 65_000 };

@ApiTags('Administration: campaigns')
@Controller('api/1/admin')
@AdminRoutes('campaigns:manage')
export class CampaignDraftsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post('campaigns::validate')
  @HttpCode(200)
  @ApiExtraModels(NewCampaign)
  @Describe({
    summary: 'Read all faults of a campaign that is not saved',
    description:
      'Nothing is stored. The checks are those of saving and of starting. A campaign whose event is retired, or whose coupon has ' +
      'no codes left, can be saved all the same.',
    answers: { 200: CampaignValidation },
    body: { schema: { $ref: getSchemaPath(NewCampaign) } },
  })
  validate(@Body() body: unknown): Promise<CampaignValidation> {
    return validateDraft(this.bus, body);
  }

  @Post('campaigns::audience')
  @HttpCode(200)
  @Describe({
    summary: 'Count the users of an audience',
    description:
      'The count is exact. Where segments meet opt-ins or card tiers of millions of users, a size that takes more than a minute is refused with 503.',
    answers: { 200: AudienceSize },
    problems: ['validation-failed', 'campaign-refused'],
  })
  audience(@Body(strict) body: AudienceToCount): Promise<AudienceSize> {
    return this.bus.call(sizeOfAudience, body, patience);
  }

  @Post('campaigns/:id(^[^:/]+)::clone')
  @Describe({
    summary: 'Draft a copy of a campaign',
    description:
      'The copy is a draft of the newest version, in whatever state the campaign is. It is refused when the campaign names what ' +
      'no longer exists.',
    answers: { 201: Campaign },
    problems: ['validation-failed', 'campaign-not-found', 'campaign-refused'],
    body: { type: NewName, required: false },
  })
  clone(@Param('id') id: string, @Body(strictOrNone) body: NewName): Promise<Campaign> {
    return this.bus.call(cloneCampaign, { ...body, id });
  }

  @Get('campaigns/:id/versions')
  @Describe({
    summary: 'List the versions of a campaign',
    description: 'The list is newest first. Each version has the whole campaign, what it changed, and when it ran.',
    answers: { 200: [CampaignVersion] },
    problems: ['campaign-not-found'],
  })
  async versions(
    @Param('id') id: string,
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CampaignVersion[]> {
    const versions = await this.bus.call(versionsOfCampaign, { ...query, id });
    return answerPage(versions, query, request, reply, this.config.PUBLIC_URL);
  }

  @Delete('campaigns/:id')
  @Describe({
    summary: 'Delete a draft',
    description: 'Only a campaign that never ran can be deleted. End one that runs; its results stay readable.',
    answers: { 200: DeletedCampaign },
    problems: ['campaign-not-found', 'campaign-state-conflict'],
  })
  delete(@Param('id') id: string): Promise<DeletedCampaign> {
    return this.bus.call(deleteCampaign, { id });
  }
}
