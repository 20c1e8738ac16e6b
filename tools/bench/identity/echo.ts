// Answers a bare NATS round trip, in a process of its own like a service.
import { connectNats } from '../../connect-nats.ts';
import { answerParent } from '../worker.ts';

export interface EchoSettings {
  natsUrl: string;
  subject: string;
}

answerParent(async ({ natsUrl, subject }: EchoSettings) => {
  const connection = await connectNats(natsUrl);
  connection.subscribe(subject, {
    callback: (_error, message) => {
      message.respond(message.data);
    },
  });
  await connection.flush();
  return true;
});
