import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import {
  AcceptedEvent,
  definitionVersions,
  EventDefinition,
  eventNamePattern,
  getDefinition,
  listDefinitions,
  putDefinition,
  RetiredDefinition,
  retireDefinition,
  StoredDefinition,
  submitEvents,
  userEvents,
  ValidData,
  validateEvents,
  VersionQuery,
  type EventResult,
} from '@ces/contracts/events/events';
import { Page, SearchPage, SincePage } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import { userDetails } from '@ces/contracts/identity/users';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminAuditGuard, AuditGuard } from '../access/audit.guard.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, parseJson, textOf, tolerant } from '../http/bodies/check-pipe.js';
import { answerPage, endedAt } from '../http/parameters/paging.js';
import { BatchIntake } from './intake/batch-intake.js';
import { BatchItem, BatchItemResult } from './intake/batch-item.js';
import { CloudEventHeaders } from './intake/cloud-event-headers.js';
import { EventIntake } from './intake/event-intake.js';
import { RefusedEvents } from './intake/refused-events.js';
import { submissionOf } from './intake/submission.js';
import { LoggedEventWithOutcomes, withOutcomes } from './with-outcomes.js';
import { changerOf, changerOfMade, ClientToken } from '../access/tokens.js';

const definitionLimit = 128 * 1_024;
const batchLimit = 2 * 1_024 * 1_024;
const object = { type: 'object', additionalProperties: true };
const definitionBody = {
  schema: object,
  examples: {
    purchase: {
      value: {
        $id: 'http://localhost:3000/api/1/terminal/events/purchase',
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: 'Purchase',
        type: 'object',
        properties: { amount: { type: 'integer', description: 'In cents', minimum: 0 } },
      },
    },
  },
};
const dataBody = { schema: object, examples: { purchase: { value: { amount: 1250 } } } };

@ApiTags('Events')
@Controller('api/1/terminal')
export class EventsController {
  constructor(
    private readonly bus: Bus,
    private readonly intake: EventIntake,
    private readonly batches: BatchIntake,
    private readonly refused: RefusedEvents,
    private readonly config: GatewayConfig,
  ) {}

  @Put('events/:event_name') // row 1
  @UseGuards(AdminAuditGuard)
  @ClientToken('events:define')
  @RouteConfig({ bodyLimit: definitionLimit, bodyName: 'An event definition' })
  @Describe({
    summary: 'Define an event by a JSON Schema',
    description:
      'The `$id` must be the address of this call. The schema is checked at once. The same schema again makes no new version. ' +
      'A retired event is in use again.',
    answers: { 200: EventDefinition },
    problems: ['event-schema-refused', 'event-definition-in-use', 'definition-of-another-client'],
    body: definitionBody,
  })
  define(
    @Param('event_name') name: string,
    @Caller() caller: AccessToken,
    @Body() body: unknown,
  ): Promise<EventDefinition> {
    demandEventName(name);
    parseJson(body);
    const expected_id = `${this.config.PUBLIC_URL}/api/1/terminal/events/${name}`;
    const by = changerOf(caller);
    return this.bus.call(putDefinition, { event_name: name, definition: textOf(body), expected_id, by });
  }

  @Delete('events/:event_name')
  @UseGuards(AuditGuard)
  @ClientToken('events:define')
  @Describe({
    summary: 'Retire an event, so that none is accepted any more',
    description:
      'Versions and accepted events stay readable. To put the definition again brings the event back. An event that a running or ' +
      'paused campaign uses is not retired. To retire it twice changes nothing.',
    answers: { 200: RetiredDefinition },
    problems: ['event-not-defined', 'event-definition-in-use', 'definition-of-another-client'],
  })
  retire(@Param('event_name') event_name: string, @Caller() caller: AccessToken): Promise<RetiredDefinition> {
    return this.bus.call(retireDefinition, { event_name, by: changerOfMade(caller) });
  }

  @Post(':user_id/events/:event_name') // row 2
  @HttpCode(202)
  @ClientToken('events:write')
  @RouteConfig({ needs: submitEvents, direct: true })
  @CloudEventHeaders()
  @Describe({
    summary: 'Send an event of a user',
    description:
      'The event is stored before the answer, and campaigns judge it soon after. Events of one user are judged in their order.',
    answers: { 202: AcceptedEvent },
    problems: ['event-not-defined', 'event-retired', 'user-not-found', 'event-data-invalid'],
    body: dataBody,
  })
  async submit(
    @Param('user_id') userId: string,
    @Param('event_name') name: string,
    @Caller() caller: AccessToken,
    @Req() request: FastifyRequest,
  ): Promise<AcceptedEvent> {
    const submission = submissionOf(request, caller, userId, name);
    try {
      return acceptedOf(await this.intake.accept(submission), request);
    } catch (error) {
      throw this.refused.noted(submission, error);
    }
  }

  @Post('events::batch')
  @ApiExtraModels(BatchItem)
  @HttpCode(207)
  @ClientToken('events:write')
  @RouteConfig({ bodyLimit: batchLimit, bodyName: 'A batch of events', refusesItems: true, needs: submitEvents })
  @Describe({
    summary: 'Send up to 100 events; each gets its own result',
    description:
      'One refused event does not refuse the others. Read the `status` of each result. With an `Idempotency-Key`, the list may be ' +
      'sent again after refused events were mended. Another event in the place of an accepted one is 422 `idempotency-key-reused`.',
    answers: { 207: [BatchItemResult] },
    problems: ['validation-failed'],
    body: { schema: { type: 'array', maxItems: 100, items: { $ref: getSchemaPath(BatchItem) } } },
  })
  submitMany(
    @Body() body: unknown,
    @Caller() caller: AccessToken,
    @Req() request: FastifyRequest,
  ): Promise<BatchItemResult[]> {
    return this.batches.accept(body, caller, request.call);
  }

  @Post('events/:event_name(^[^:/]+)::validate')
  @HttpCode(200)
  @ClientToken('events:write')
  @Describe({
    summary: 'Validate data without sending the event',
    description: 'Nothing is stored, and no campaign sees it.',
    answers: { 200: ValidData },
    problems: ['event-not-defined', 'event-retired', 'event-data-invalid'],
    body: dataBody,
  })
  async validate(@Param('event_name') event_name: string, @Req() request: FastifyRequest): Promise<ValidData> {
    const data = textOf(request.body);
    const [validation] = await this.bus.call(validateEvents, { submissions: [{ event_name, data }] });
    if (!validation) throw new Error('the events service gave no answer');
    if ('problem' in validation) throw Problem.from(validation.problem);
    return { event_name, version: validation.accepted.version, valid: true };
  }

  @Get('events')
  @ClientToken('events:read', 'events:define', 'events:write')
  @Describe({
    summary: 'List the definitions',
    description: 'The newest version of each event, newest first.',
    answers: { 200: [StoredDefinition] },
  })
  async list(
    @Query(listed) query: SearchPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StoredDefinition[]> {
    return answerPage(await this.bus.call(listDefinitions, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get('events/:event_name')
  @ClientToken('events:read', 'events:define', 'events:write')
  @Describe({
    summary: 'Read the newest version of a definition, or a given one',
    description:
      'The definition comes as it was sent, but its numbers and the order of its keys may be written another way.',
    answers: { 200: StoredDefinition },
    problems: ['event-not-defined'],
  })
  get(@Param('event_name') event_name: string, @Query(tolerant) { version }: VersionQuery): Promise<StoredDefinition> {
    return this.bus.call(getDefinition, { event_name, ...(version === undefined ? {} : { version }) });
  }

  @Get('events/:event_name/versions')
  @ClientToken('events:read', 'events:define', 'events:write')
  @Describe({
    summary: 'List the versions of a definition',
    description: 'The list is newest first.',
    answers: { 200: [StoredDefinition] },
    problems: ['event-not-defined'],
  })
  async versions(
    @Param('event_name') event_name: string,
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StoredDefinition[]> {
    const paged = await this.bus.call(definitionVersions, { ...query, event_name });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':user_id/events')
  @ClientToken('events:read')
  @Describe({
    summary: 'List the events of a user with the outcomes of campaigns',
    description: 'For each event the list says which campaigns rewarded it, and why the others did not.',
    answers: { 200: [LoggedEventWithOutcomes] },
    problems: ['user-not-found'],
  })
  async ofUser(
    @Param('user_id') user_id: string,
    @Query(listed) query: SincePage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoggedEventWithOutcomes[]> {
    // Identity itself answers, so that reads of a closed account are 404 at once.
    await this.bus.call(userDetails, { user_id });
    const events = await this.bus.call(userEvents, { ...query, user_id });
    const wanted = endedAt(events, query.since, ({ received_at }) => received_at);
    const paged = await withOutcomes(this.bus, user_id, wanted);
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }
}

function acceptedOf(result: EventResult | undefined, request: FastifyRequest): AcceptedEvent {
  if (!result) throw new Error('the events service gave no result');
  if ('problem' in result) throw Problem.from(result.problem);
  if (result.replayed) request.call.replayed = true;
  return result.accepted;
}

function demandEventName(name: string): void {
  if (eventNamePattern.test(name)) return;
  throw faulty('parameter-invalid', [
    { pointer: 'event_name', code: 'matches', detail: `must match ${eventNamePattern.source}` },
  ]);
}
