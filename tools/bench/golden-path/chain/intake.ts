// Answers after the commit. After a crash it would publish those events of the log that the stream does not hold, so no row
// says what is published.
import type { Msg } from 'nats';
import { randomUUID } from 'node:crypto';
import { answerParent } from '../../worker.ts';
import { Hop, intakeSubject, type Accepted, type Places } from './hop.ts';
import { Sets } from './sets.ts';

const insert = `
  INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at)
  SELECT id, "userId", "eventName", 1, "clientId", data, received_at
  FROM json_to_recordset($1) AS i(id uuid, "userId" text, "eventName" text, "clientId" text, data text, received_at timestamptz)`;

answerParent(async (places: Places): Promise<number> => {
  const hop = await Hop.open(places);
  const publishing = new Sets<Accepted>((facts) => hop.publish('events', facts));
  const intake = new Sets<Msg>(async (requests) => {
    const received_at = new Date().toISOString();
    const events = requests.map((request) => ({
      ...request.json<Omit<Accepted, 'id'>>(),
      id: randomUUID(),
      received_at,
    }));
    await hop.write('insert', insert, [JSON.stringify(events)]);
    events.forEach(({ id, userId, data }, place) => {
      requests[place]?.respond(JSON.stringify({ id, version: 1, status: 'accepted', received_at }));
      publishing.add({ id, userId, data });
    });
  });
  hop.nats.subscribe(intakeSubject, {
    callback: (error, request) => {
      if (error) throw error;
      intake.add(request);
    },
  });
  await hop.nats.flush();
  return 0;
});
