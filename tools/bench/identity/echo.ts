// The other end of a bare NATS round trip: a process of its own, as a service is.
import { connect } from '@nats-io/transport-node';
import { answerParent } from '../worker.ts';

export interface EchoSettings {
  natsUrl: string;
  subject: string;
}

answerParent(async ({ natsUrl, subject }: EchoSettings) => {
  const connection = await connect({ servers: natsUrl });
  connection.subscribe(subject, {
    callback: (_error, message) => {
      message.respond(message.data);
    },
  });
  await connection.flush();
  return true;
});
