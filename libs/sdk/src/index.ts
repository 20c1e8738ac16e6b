// The entry of the package `@ces/sdk`: all that it promises stands here.
export { Ces, type CesOptions } from './ces.ts';
export { CesError } from './http/ces-error.ts';
export { Items } from './http/items.ts';
export type { ServerSent, StreamOptions } from './http/server-sent.ts';
export type { Call, CallOptions, Query } from './http/transport.ts';
export type { EventToSend } from './resources/send-in-batches.ts';
export type { SendOptions, TailedEvent } from './resources/events.ts';
export type { FileToSend } from './resources/file-form.ts';
export type { ImportFile } from './resources/imports.ts';
export type { ListenedDelivery } from './resources/webhooks.ts';
export type { Me } from './generated/calls.ts';
export type { CardStep, LastStep, OptinsStep, PersonStep, RegistrationStep } from './resources/registrations.ts';
export type { SegmentFile, SegmentUpload } from './resources/segments.ts';
export type { WaitOptions } from './resources/until.ts';
export type { ReceiverOptions } from './webhooks/receive.ts';
export {
  WebhookVerificationError,
  type VerifiedDelivery,
  type VerifyOptions,
  type WebhookEvent,
} from './webhooks/verify.ts';
export { expressReceiver } from './adapters/express.ts';
export { fastifyReceiver } from './adapters/fastify.ts';
export { fetchReceiver } from './adapters/fetch.ts';
export { WebhookGuard } from './adapters/nest.ts';
export type * from './generated/api.ts';
