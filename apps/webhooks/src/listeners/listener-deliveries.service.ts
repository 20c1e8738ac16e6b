import { Problem } from '@ces/contracts/problems';
import type { ListenerDelivery, ListenerPage, ReadListener } from '@ces/contracts/webhooks/listeners';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { ClientSecrets } from '../client-secrets/client-secrets.service.js';
import { Clock } from '../clock/clock.service.js';
import { Bell } from '../delivery/send/bell.js';
import { composeBatch, type Batch } from '../delivery/send/compose-batch.js';
import { LogTail } from '../log/log-tail.js';
import { chooseKeys } from '../requests/choose-keys.js';
import { composeOwn } from '../requests/compose-headers.js';
import { traceparentOf } from '../requests/trace.js';
import { openSecret } from '../subscriptions/own-secrets.js';
import { Wakes } from '../wakes/wakes.service.js';
import type { ListenerEntity } from './listener.entity.js';
import { listenerNotFound, ListenersService } from './listeners.service.js';

const mostEvents = 100;

interface Waiter {
  names: readonly string[];
  bell: Bell;
}

/**
 * Gives the readers of listeners their deliveries. A reader names its position with each call, so any replica can answer it,
 * and a call that is lost is made again.
 */
@Injectable()
export class ListenerDeliveries implements OnModuleInit, OnModuleDestroy {
  private readonly waiters = new Set<Waiter>();
  private stopping = false;

  constructor(
    private readonly listeners: ListenersService,
    private readonly tail: LogTail,
    private readonly clientSecrets: ClientSecrets,
    private readonly sealer: SecretSealer,
    private readonly wakes: Wakes,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.wakes.listen(({ names = [] }) => {
      for (const waiter of this.waiters) if (names.some((name) => waiter.names.includes(name))) waiter.bell.ring();
    });
  }

  /** Sends waiting readers to another replica. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const { bell } of this.waiters) bell.ring();
  }

  async next({ client_id, id, after, wait_ms }: ReadListener): Promise<ListenerPage> {
    const listener = await this.listeners.read({ client_id, id });
    const waiter = { names: listener.events, bell: new Bell() };
    this.waiters.add(waiter);
    try {
      const from = Number(after ?? listener.position);
      return await this.waitFor(listener, from, performance.now() + wait_ms, waiter.bell);
    } finally {
      this.waiters.delete(waiter);
    }
  }

  private async waitFor(listener: ListenerEntity, from: number, deadline: number, bell: Bell): Promise<ListenerPage> {
    const { client_id, events: names } = listener;
    const reader = { webhook_id: listener.id, client_id, names };
    for (let position = from; ;) {
      bell.rung = false;
      await this.tail.refresh();
      const { events, seen } = await this.tail.next(reader, position, mostEvents);
      const batch = composeBatch(events, mostEvents, names);
      if (batch) return { position: String(batch.to), delivery: await this.sign(listener, batch) };
      // A position behind the end of the log comes back to the end.
      position = seen;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return { position: String(position), delivery: null };
      if (this.stopping) throw new Problem('service-unavailable', 'This replica ends.', { retry_after: 1 });
      await bell.wait(leftMs);
    }
  }

  private async sign(listener: ListenerEntity, batch: Batch): Promise<ListenerDelivery> {
    const { id, client_id: clientId } = listener;
    const [current, ...others] = await this.clientSecrets.of(clientId);
    if (current === undefined) throw listenerNotFound();
    const own = { current: openSecret(this.sealer, id, listener.secret), previous: null, clientUntil: null };
    const now = new Date(this.clock.now());
    const keys = chooseKeys(own, [current, ...others], now.getTime());
    const batchId = idOf(listener, batch);
    const { eventIds, body, trace } = batch;
    const content = { clientId, batchId, eventIds, body };
    const { ours, signed } = composeOwn(content, keys, now, traceparentOf(trace, batchId, now));
    return { headers: { ...ours, ...signed }, body: body.toString() };
  }
}

/** The same events in the same bytes have the same id, however often and by whichever replica they are read. */
function idOf({ id }: ListenerEntity, { from, to, hash }: Batch): string {
  const bytes = createHash('sha256').update(`${id} ${from} ${to} ${hash}`).digest().subarray(0, 16);
  // Version 8 of RFC 9562: an id made by a rule of its own.
  bytes.writeUInt8(0x80 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
