import { ArrayMaxSize, IsInt, IsString } from 'class-validator';
import { rpc } from '../rpc.js';

/** The most ids of one request or reply, so that it stays far below 1 MiB. */
export const idsAtOnce = 5_000;

/** Milliseconds since 1970, without the end. A fact belongs to the moment in which its id was made. */
export class Span {
  @IsInt()
  from: number;

  @IsInt()
  until: number;
}

export class FactRef {
  /** The name of a kind of fact, without a partition. */
  @IsString()
  subject: string;
}

export class FactsOfSpan extends Span {
  @IsString()
  subject: string;
}

export class FactsToRepeat extends FactRef {
  @IsString({ each: true })
  @ArrayMaxSize(idsAtOnce)
  ids: string[];
}

/** Two sets of ids are equal when their counts and digests are equal. */
export interface FactSum {
  subject: string;
  count: number;
  /** All ids' 64-bit hashes, combined by XOR. */
  digest: string;
}

export interface PublishedSum extends FactSum {
  /** How many of them wait to be published. */
  waiting: number;
}

export interface PublishedIds {
  ids: string[];
  /** Ids of facts that were deleted with their user. Their readers may have handled them or not. */
  erased: string[];
}

/** How far a durable consumer has read, in messages. */
export interface Reading {
  consumer: string;
  acknowledged: number;
  left: number;
}

/** A service that publishes in the order of a log repeats all later facts, too. */
export interface Repeated {
  repeated: 'these' | 'all later';
}

/**
 * Each service answers for the facts that it has published and handled. The comparison finds a database that was
 * restored to an earlier moment. Sums are null for a span that is too old for the records of the service.
 */
export const reconciliation = (service: string) => ({
  published: rpc(`${service}.reconciliation.published`, Span).returns<PublishedSum[] | null>(),
  publishedIds: rpc(`${service}.reconciliation.published-ids`, FactsOfSpan).returns<PublishedIds>(),
  /** One sum for each kind of fact that the service reads. */
  handled: rpc(`${service}.reconciliation.handled`, Span).returns<FactSum[] | null>(),
  handledIds: rpc(`${service}.reconciliation.handled-ids`, FactsOfSpan).returns<string[]>(),
  reading: rpc(`${service}.reconciliation.reading`, FactRef).returns<Reading[]>(),
  /** Publishes facts again under their ids, so that a reader that has handled them skips them. */
  repeat: rpc(`${service}.reconciliation.repeat`, FactsToRepeat).returns<Repeated>(),
});
