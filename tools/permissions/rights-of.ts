// The subjects that an app may publish and subscribe, derived from its use of NATS. `NAMESPACE` stands for that of the
// installation.
import type { FactContract } from '@ces/contracts/rpc';
import { Nats } from '@ces/messaging/nats';
import { consumersOf } from '@ces/messaging/facts/streams';
import type { NatsRights } from '../../libs/local-stack/src/nats/nats-users.ts';
import type { HandlerUses } from './read-handlers.ts';
import type { SourceUses } from './read-sources.ts';

export interface Uses extends HandlerUses, SourceUses {
  /** The app's relays make, configure and fill these streams. */
  streams: string[];
}

/** The latest moment for an answer, longer than any caller waits. */
const answerWithin = '15m';

export function rightsOf(service: string, uses: Uses): NatsRights {
  const nats = new Nats({ url: '', namespace: 'NAMESPACE', replicas: 1, service });
  const published = uses.mentions.filter((event) => uses.streams.includes(event.stream));
  const ofChores = uses.streams.length > 0 ? [`chores-of-${service}`] : [];
  const wakes = [...uses.streams, ...uses.wakes, ...ofChores].map((name) => nats.subject('wake', name));
  const leases = uses.streams.length > 0 ? [nats.subject('lease', `${service}.*`)] : [];
  const erased = uses.streams.filter((stream) => (stream === service ? uses.erases.outbox : uses.erases.log));
  const publish = [
    ...[...uses.calls].map((subject) => nats.subject('rpc', subject)),
    ...published.map((event) => nats.subject('fact', everyPartition(event))),
    ...wakes,
    ...leases,
    ...uses.streams.flatMap((stream) => owning(nats.streamOf(stream))),
    ...erased.flatMap((stream) => erasing(nats.streamOf(stream))),
    ...uses.reads.flatMap((event) => reading(nats, event)),
    ...[...uses.buckets].flatMap((bucket) => counting(nats.bucketOf(bucket))),
  ];
  const subscribe = [
    `${nats.inbox}.>`,
    ...[...uses.answers].map((subject) => nats.subject('rpc', subject)),
    ...wakes,
    ...leases,
  ];
  return {
    publish: { allow: inOrder(publish) },
    subscribe: { allow: inOrder(subscribe) },
    // One answer to each call, only to the subject on which the caller listens.
    ...(uses.answers.size > 0 ? { allow_responses: { max: 1, expires: answerWithin } } : {}),
  };
}

function everyPartition({ subject, partitions }: FactContract<object>): string {
  return partitions === 1 ? subject : `${subject}.*`;
}

/** Makes and configures the stream, measures the lag of each consumer, and deletes what all have handled. */
function owning(stream: string): string[] {
  const verbs = ['STREAM.INFO', 'STREAM.CREATE', 'STREAM.UPDATE', 'STREAM.PURGE', 'STREAM.MSG.GET', 'CONSUMER.LIST'];
  return verbs.map((verb) => `$JS.API.${verb}.${stream}`);
}

/** Reads the stream through a consumer of a random name, looks at other consumers, and deletes single messages. */
function erasing(stream: string): string[] {
  return [
    `$JS.API.CONSUMER.CREATE.${stream}.*.>`,
    `$JS.API.CONSUMER.DELETE.${stream}.*`,
    `$JS.API.CONSUMER.INFO.${stream}.*`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
    `$JS.API.STREAM.MSG.DELETE.${stream}`,
  ];
}

function reading(nats: Nats, fact: FactContract<object>): string[] {
  return consumersOf(nats.settings.service, fact).flatMap(({ stream, subject, name }) => {
    const consumer = `${nats.streamOf(stream)}.${name}`;
    return [
      `$JS.API.STREAM.INFO.${nats.streamOf(stream)}`,
      `$JS.API.CONSUMER.CREATE.${consumer}.${nats.subject('fact', subject)}`,
      `$JS.API.CONSUMER.INFO.${consumer}`,
      `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
      `$JS.ACK.${consumer}.>`,
    ];
  });
}

function counting(bucket: string): string[] {
  return [
    '$JS.API.INFO', // the library asks whether there is JetStream
    `$JS.API.STREAM.INFO.KV_${bucket}`,
    `$JS.API.STREAM.CREATE.KV_${bucket}`,
    `$JS.API.STREAM.UPDATE.KV_${bucket}`,
    `$JS.API.DIRECT.GET.KV_${bucket}.>`,
    `$KV.${bucket}.>`,
  ];
}

function inOrder(subjects: string[]): string[] {
  return [...new Set(subjects)].sort();
}
