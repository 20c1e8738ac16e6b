import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { Page, StatsPage } from '@ces/contracts/paging';
import {
  listSetAside,
  ResendChoice,
  resendBatch,
  resendSetAside,
  Resent,
  SetAsideEvent,
  TestEvent,
  testWebhook,
} from '@ces/contracts/webhooks/extra-requests';
import { WebhookAttempt } from '@ces/contracts/webhooks/webhook-attempts';
import { statsOfWebhook, WebhookStats } from '@ces/contracts/webhooks/webhook-stats';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlsoInPortal } from '../access/in-portal.js';
import { ClientToken } from '../access/tokens.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, tolerant } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { tolerantOrNone } from '../http/bodies/optional-body.js';

/** A request to the receiver may take as long as a delivery. */
const patience = { timeout: 65_000 };

/** Requests that are sent to a webhook beside its queue, and the events set aside. */
@ApiTags('Webhooks')
@Controller('api/1/terminal/webhooks')
@ClientToken('webhooks')
export class DeliveriesController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post(':webhook_id/batches/:batch(^[^:/]+)::resend')
  @HttpCode(200)
  @AlsoInPortal()
  @Describe({
    summary: 'Send a batch again, now and once',
    description:
      'The receiver gets the same id and bytes, beside the queue. The call answers when the receiver has answered.',
    answers: { 200: Resent },
    problems: ['webhook-not-found', 'batch-not-found', 'batch-removed'],
  })
  resend(
    @Caller() { client_id }: AccessToken,
    @Param('webhook_id') id: string,
    @Param('batch') batch_id: string,
  ): Promise<Resent> {
    return this.bus.call(resendBatch, { client_id, id, batch_id }, patience);
  }

  @Get(':webhook_id/set-aside')
  @AlsoInPortal()
  @Describe({
    summary: 'List the events set aside, newest first',
    description: 'The receiver refused each of them alone. They wait here until they are sent again.',
    answers: { 200: [SetAsideEvent] },
    problems: ['webhook-not-found'],
  })
  async setAside(
    @Caller() { client_id }: AccessToken,
    @Param('webhook_id') id: string,
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SetAsideEvent[]> {
    const paged = await this.bus.call(listSetAside, { ...query, client_id, id });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Post(':webhook_id/set-aside::resend')
  @AlsoInPortal()
  @HttpCode(200)
  @ApiBody({ type: ResendChoice, required: false })
  @Describe({
    summary: 'Send events set aside again, now and once',
    description:
      'Each event goes alone. Those that the receiver accepts leave the list. Without a body all of them go.',
    answers: { 200: [Resent] },
    problems: ['webhook-not-found', 'set-aside-not-found', 'validation-failed'],
  })
  resendSetAside(
    @Caller() { client_id }: AccessToken,
    @Param('webhook_id') id: string,
    @Body(tolerantOrNone) body: ResendChoice,
  ): Promise<Resent[]> {
    return this.bus.call(resendSetAside, { ...body, client_id, id }, patience);
  }

  @Get(':webhook_id/stats')
  @AlsoInPortal('admin:read')
  @Describe({
    summary: 'Count the attempts of a webhook by hour or day',
    description: 'Newest first. What waits now is the `queue` of the webhook itself.',
    answers: { 200: [WebhookStats] },
    problems: ['webhook-not-found'],
  })
  async stats(
    @Caller() { client_id }: AccessToken,
    @Param('webhook_id') id: string,
    @Query(listed) query: StatsPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookStats[]> {
    const paged = await this.bus.call(statsOfWebhook, { ...query, client_id, id });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Post(':webhook_id(^[^:/]+)::test')
  @AlsoInPortal()
  @HttpCode(200)
  @Describe({
    summary: 'Send an example of an event now and read its answer',
    description:
      'The receiver gets one signed event with made-up data. The call answers when the receiver has answered.',
    answers: { 200: WebhookAttempt },
    problems: ['webhook-not-found', 'validation-failed'],
  })
  test(
    @Caller() { client_id }: AccessToken,
    @Param('webhook_id') id: string,
    @Body(tolerant) { event }: TestEvent,
  ): Promise<WebhookAttempt> {
    return this.bus.call(testWebhook, { client_id, id, event }, patience);
  }
}
