import type { AccessToken } from '@ces/auth/access-token';
import { PortalCaller } from '@ces/auth/portal-caller';
import { Caller } from '@ces/auth/tokens.decorator';
import { Deleted } from '@ces/contracts/identity/clients';
import { Page, type Paged } from '@ces/contracts/paging';
import {
  attemptsOfWebhook,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  NewWebhook,
  pingWebhook,
  ReplaySince,
  replayWebhook,
  Webhook,
  WebhookChange,
  WebhookDetails,
} from '@ces/contracts/webhooks/webhooks';
import { webhooksOfSession } from '@ces/contracts/webhooks/portal-sessions';
import { AttemptQuery, WebhookAttempt } from '@ces/contracts/webhooks/webhook-attempts';
import { rotateWebhookSecret, showWebhookSecret, WebhookSecret } from '@ces/contracts/webhooks/webhook-secrets';
import { Bus } from '@ces/messaging/calls/bus';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, tolerant } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { AuditGuard } from '../access/audit.guard.js';
import { AlsoInPortal, shownTo } from '../access/in-portal.js';
import { SigningClientGuard } from './signing-client.guard.js';
import { ClientToken } from '../access/tokens.js';

/** A ping may take as long as a delivery. */
const pingPatienceMs = 65_000;

@ApiTags('Webhooks')
@Controller('api/1/terminal/webhooks')
@ClientToken('webhooks')
export class WebhooksController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post() // row 33
  @UseGuards(SigningClientGuard)
  @Describe({
    summary: 'Register a webhook',
    description:
      'The address gets signed batches of the events that you name. The secret of the webhook signs them, and so does that of the client.',
    answers: { 201: Webhook },
    problems: ['validation-failed', 'too-many-webhooks'],
  })
  create(@Caller() { client_id }: AccessToken, @Body(tolerant) body: NewWebhook): Promise<Webhook> {
    return this.bus.call(createWebhook, { ...body, headers: body.headers ?? {}, client_id });
  }

  @Get() // row 34
  @AlsoInPortal()
  @Describe({
    summary: "List the client's webhooks",
    description: 'Each client sees its own webhooks only.',
    answers: { 200: [Webhook] },
  })
  async list(
    @Caller() caller: AccessToken,
    @Query(tolerant) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Webhook[]> {
    const { items, next } = await this.listFor(caller, query);
    const paged = { items: items.map((webhook) => shownTo(caller, webhook)), next };
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  private listFor(caller: AccessToken, query: Page): Promise<Paged<Webhook>> {
    const { client_id } = caller;
    return caller instanceof PortalCaller
      ? this.bus.call(webhooksOfSession, { ...query, client_id, ids: [...caller.webhookIds] })
      : this.bus.call(listWebhooks, { ...query, client_id });
  }

  @Delete(':webhook_id') // row 35
  @UseGuards(AuditGuard)
  @Describe({
    summary: 'Delete a webhook',
    description: 'No new delivery starts a second later. Events that wait are dropped.',
    answers: { 200: Deleted },
    problems: ['webhook-not-found'],
  })
  remove(@Caller() { client_id }: AccessToken, @Param('webhook_id') id: string): Promise<Deleted> {
    return this.bus.call(deleteWebhook, { client_id, id });
  }

  @Get(':webhook_id')
  @AlsoInPortal()
  @Describe({
    summary: 'Read a webhook and the state of its deliveries',
    description: '`queue` says what waits, and when the next attempt is.',
    answers: { 200: WebhookDetails },
    problems: ['webhook-not-found'],
  })
  async get(@Caller() caller: AccessToken, @Param('webhook_id') id: string): Promise<WebhookDetails> {
    return shownTo(caller, await this.bus.call(getWebhook, { client_id: caller.client_id, id }));
  }

  @Patch(':webhook_id')
  @Describe({
    summary: 'Change a webhook; waiting events are delivered by the new settings',
    description: 'A field that is absent stays as it is.',
    answers: { 200: WebhookDetails },
    problems: ['webhook-not-found', 'validation-failed'],
  })
  change(
    @Caller() { client_id }: AccessToken,
    @Param('webhook_id') id: string,
    @Body(tolerant) body: WebhookChange,
  ): Promise<WebhookDetails> {
    return this.bus.call(changeWebhook, { ...body, client_id, id });
  }

  @Get(':webhook_id/secret')
  @AlsoInPortal()
  @Describe({
    summary: "Read the webhook's own secret, which signs its deliveries",
    description: 'The receiver verifies `webhook-signature` with it (Standard Webhooks).',
    answers: { 200: WebhookSecret },
    problems: ['webhook-not-found'],
  })
  secret(@Caller() { client_id }: AccessToken, @Param('webhook_id') id: string): Promise<WebhookSecret> {
    return this.bus.call(showWebhookSecret, { client_id, id });
  }

  @Post(':webhook_id/secret::rotate')
  @HttpCode(200)
  @AlsoInPortal()
  @UseGuards(AuditGuard)
  @Describe({
    summary: 'Replace the secret of a webhook',
    description: 'For 24 hours the replaced secret signs beside the new one. A second rotation retires it at once.',
    answers: { 200: WebhookSecret },
    problems: ['webhook-not-found'],
  })
  rotateSecret(@Caller() { client_id }: AccessToken, @Param('webhook_id') id: string): Promise<WebhookSecret> {
    return this.bus.call(rotateWebhookSecret, { client_id, id });
  }

  @Get(':webhook_id/attempts')
  @AlsoInPortal()
  @Describe({
    summary: 'List the delivery attempts of a webhook with their payloads',
    description: 'Each attempt has its request, the answer and the time it took, newest first.',
    answers: { 200: [WebhookAttempt] },
    problems: ['webhook-not-found'],
  })
  async attempts(
    @Caller() { client_id }: AccessToken,
    @Param('webhook_id') id: string,
    @Query(listed) query: AttemptQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookAttempt[]> {
    const paged = await this.bus.call(attemptsOfWebhook, { ...query, client_id, id });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Post(':webhook_id(^[^:/]+)::ping')
  @AlsoInPortal()
  @HttpCode(200)
  @Describe({
    summary: 'Send a delivery without events now and read its answer',
    description: 'The receiver gets a signed batch of no events. The call answers when the receiver has answered.',
    answers: { 200: WebhookAttempt },
    problems: ['webhook-not-found'],
  })
  ping(@Caller() { client_id }: AccessToken, @Param('webhook_id') id: string): Promise<WebhookAttempt> {
    return this.bus.call(pingWebhook, { client_id, id }, { timeout: pingPatienceMs });
  }

  @Post(':webhook_id(^[^:/]+)::enable')
  @AlsoInPortal()
  @HttpCode(200)
  @Describe({
    summary: 'Enable a webhook; waiting events are delivered at once, in order',
    description: 'A webhook that was disabled for its failures begins anew.',
    answers: { 200: WebhookDetails },
    problems: ['webhook-not-found'],
  })
  async enable(@Caller() caller: AccessToken, @Param('webhook_id') id: string): Promise<WebhookDetails> {
    return shownTo(caller, await this.bus.call(enableWebhook, { client_id: caller.client_id, id }));
  }

  @Post(':webhook_id(^[^:/]+)::disable')
  @HttpCode(200)
  @Describe({
    summary: 'Disable a webhook; new events wait',
    description: 'They wait for 30 days. Enable the webhook to deliver them.',
    answers: { 200: WebhookDetails },
    problems: ['webhook-not-found'],
  })
  disable(@Caller() { client_id }: AccessToken, @Param('webhook_id') id: string): Promise<WebhookDetails> {
    return this.bus.call(disableWebhook, { client_id, id });
  }

  @Post(':webhook_id(^[^:/]+)::replay')
  @HttpCode(200)
  @Describe({
    summary: 'Deliver all events since a moment again',
    description: 'Receivers know them by the same ids in `X-Service-Event-Ids`.',
    answers: { 200: WebhookDetails },
    problems: ['webhook-not-found', 'validation-failed'],
  })
  replay(
    @Caller() { client_id }: AccessToken,
    @Param('webhook_id') id: string,
    @Body(tolerant) body: ReplaySince,
  ): Promise<WebhookDetails> {
    return this.bus.call(replayWebhook, { ...body, client_id, id });
  }
}
