import { IsString, Length } from 'class-validator';
import { hash } from 'node:crypto';
import { rpc } from '../rpc.js';
import type { Submission } from './events.js';

export const maxBatchItems = 100;

/** A batch with an Idempotency-Key. */
export class KeyedBatch {
  @IsString()
  client_id: string;

  @IsString()
  @Length(1, 255)
  key: string;
}

/** A place in the list of a batch whose event was accepted. */
export interface BoundPlace {
  place: number;
  /** The digest of the event that was accepted there. */
  body: string;
}

/** The key of an event that has no id of its own, in a batch with this key. */
export function keyOfPlace(key: string, place: number): string {
  return JSON.stringify([key, place]);
}

/** A digest of what two events in one place must have in common. */
export function bodyOfPlace({ user_id, event_name, data }: Submission): string {
  return digest(JSON.stringify([user_id, event_name, data]));
}

/** 128 bits of SHA-256, written as a UUID. */
export function digest(text: string): string {
  const hex = hash('sha256', text, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

export const boundPlaces = rpc('events.bound-places', KeyedBatch).returns<BoundPlace[]>();
