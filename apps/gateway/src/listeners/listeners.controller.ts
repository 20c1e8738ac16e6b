import type { AccessToken } from '@ces/auth/access-token';
import { AcceptsClientToken, Caller } from '@ces/auth/tokens.decorator';
import { Deleted } from '@ces/contracts/identity/clients';
import {
  createListener,
  deleteListener,
  Listener,
  listenerPosition,
  NewListener,
  readListener,
  type ListenerPage,
  type ListenerRef,
} from '@ces/contracts/webhooks/listeners';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { AuditGuard } from '../access/audit.guard.js';
import { SigningClientGuard } from '../webhooks/signing-client.guard.js';
import { ClientToken } from '../access/tokens.js';
import { Describe } from '../docs/describe.js';
import { tolerant } from '../http/bodies/check-pipe.js';
import { EventStreams } from '../streams/event-streams.service.js';
import { lastEventId, streamOf, TakesLastEventId } from '../streams/last-event-id.js';
import type { StreamPage } from '../streams/read-pages.js';

/** A call of the stream waits this long for a delivery. A replica that dies with a call delays the stream this long and a little. */
const waitMs = 5_000;
const patienceMs = waitMs + 3_000;

const example = `retry: 1000

id: 1764106200000000
event: delivery
data: {"headers":{"webhook-id":"…","webhook-signature":"v1,…"},"body":"{\\"events\\":[…]}"}
`;

@ApiTags('Webhooks')
@Controller('api/1/terminal/listeners')
@ClientToken('webhooks')
export class ListenersController {
  constructor(
    private readonly bus: Bus,
    private readonly streams: EventStreams,
  ) {}

  @Post()
  @UseGuards(SigningClientGuard)
  @Describe({
    summary: 'Make a listener: a webhook without an address, for development',
    description:
      'Its stream gives the deliveries that a webhook of these events would get. It is gone an hour after its last reader.',
    answers: { 201: Listener },
    problems: ['validation-failed', 'too-many-listeners'],
  })
  create(@Caller() { client_id }: AccessToken, @Body(tolerant) { events }: NewListener): Promise<Listener> {
    return this.bus.call(createListener, { client_id, events });
  }

  @Get(':listener_id/stream')
  @AcceptsClientToken('webhooks', 'admin:read')
  @TakesLastEventId('1764106200000000')
  @Describe({
    summary: 'Read the deliveries of a listener as they come',
    description:
      'Each event `delivery` has the `body` and all `headers` that a webhook would get: POST them to your program. Without `Last-Event-ID` the stream begins when the listener was made. It ends with its token.',
    answers: { 200: streamOf('The deliveries, as server-sent events', example) },
    problems: ['listener-not-found'],
  })
  stream(
    @Caller() { client_id }: AccessToken,
    @Param('listener_id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable | ''> {
    const ref = { client_id, id };
    const first = () => this.read(ref, 0, lastEventId(request, listenerPosition));
    return this.streams.open(request, reply, first, (position) => this.read(ref, waitMs, position));
  }

  @Delete(':listener_id')
  @UseGuards(AuditGuard)
  @Describe({
    summary: 'Delete a listener',
    description: 'Its streams end within some seconds.',
    answers: { 200: Deleted },
    problems: ['listener-not-found'],
  })
  remove(@Caller() { client_id }: AccessToken, @Param('listener_id') id: string): Promise<Deleted> {
    return this.bus.call(deleteListener, { client_id, id });
  }

  private async read(ref: ListenerRef, wait_ms: number, after?: string): Promise<StreamPage> {
    const request = { ...ref, wait_ms, ...(after === undefined ? {} : { after }) };
    return toPage(await this.bus.call(readListener, request, { timeout: patienceMs }));
  }
}

function toPage({ position, delivery }: ListenerPage): StreamPage {
  return { position, frames: delivery ? [{ event: 'delivery', id: position, data: delivery }] : [] };
}
