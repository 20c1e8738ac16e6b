import { readTail, TailQuery, tailPosition, type TailItem } from '@ces/contracts/events/event-tail';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { AuditGuard } from '../access/audit.guard.js';
import { ClientToken } from '../access/tokens.js';
import { Describe } from '../docs/describe.js';
import { listed } from '../http/bodies/check-pipe.js';
import { EventStreams } from '../streams/event-streams.service.js';
import { lastEventId, streamOf, TakesLastEventId } from '../streams/last-event-id.js';
import type { StreamPage } from '../streams/read-pages.js';
import type { Frame } from '../streams/server-sent.js';

/** A call of the stream waits this long for an event. */
const waitMs = 5_000;
const patienceMs = waitMs + 3_000;

const example = `retry: 1000

id: 1042.16

id: 1042.17
event: accepted
data: {"id":"01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11","event_name":"purchase","user_id":"…","data":{"amount":1250}}

id: 1042.18
event: refused
data: {"event_name":"purchase","user_id":"…","problem":{"code":"event-data-invalid","detail":"…"},"omitted":0}
`;

@ApiTags('Events')
@Controller('api/1/terminal')
export class EventTailController {
  constructor(
    private readonly bus: Bus,
    private readonly streams: EventStreams,
  ) {}

  @Get('events::tail')
  @UseGuards(AuditGuard)
  @ClientToken('events:read', 'admin:read')
  @TakesLastEventId('1042.17')
  @Describe({
    summary: 'Follow the events of all users as they come, accepted and refused ones',
    description:
      'Without `Last-Event-ID` the stream begins now, and says where: an `id` without data is a place to go on from, too. After `Last-Event-ID`, every accepted event that is kept comes again, and the refused ones of the last day (the latest 10,000). A refused event comes without its data, within about a second; beyond 50 in a second, `omitted` counts the rest. Requests that are refused before their data is looked at (token, size, malformed JSON) do not appear. The stream ends with its token.',
    answers: { 200: streamOf('The events, as server-sent events `accepted` and `refused`', example) },
  })
  tail(
    @Query(listed) query: TailQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable | ''> {
    const first = () => this.read(query, 0, lastEventId(request, tailPosition));
    return this.streams.open(request, reply, first, (position) => this.read(query, waitMs, position));
  }

  private async read(query: TailQuery, wait_ms: number, after?: string): Promise<StreamPage> {
    const request = { ...query, wait_ms, ...(after === undefined ? {} : { after }) };
    const { position, items } = await this.bus.call(readTail, request, { timeout: patienceMs });
    return { position, frames: items.map(toFrame) };
  }
}

function toFrame({ position, ...item }: TailItem): Frame {
  return 'accepted' in item
    ? { event: 'accepted', id: position, data: item.accepted }
    : { event: 'refused', id: position, data: item.refused };
}
