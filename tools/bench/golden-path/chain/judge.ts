// A set of events is one transaction. A booking has the id of its event, so a message that comes again is published as before, and the
// sender knows it.
import { answerParent } from '../../worker.ts';
import { Hop, type Booked, type Places } from './hop.ts';

const book = `
  WITH input AS (
    SELECT id, user_id, value FROM json_to_recordset($1) AS i(id uuid, user_id text, value bigint)
  ), fresh AS (
    INSERT INTO inbox SELECT id FROM input ON CONFLICT DO NOTHING RETURNING event_id
  ), granted AS (
    INSERT INTO event_grant SELECT id, user_id FROM input JOIN fresh ON event_id = id RETURNING event_id
  ), booked AS (
    INSERT INTO ledger SELECT id, user_id, value, now() FROM input JOIN granted ON event_id = id RETURNING user_id, value
  ), balances AS (
    INSERT INTO balance SELECT user_id, sum(value) FROM booked GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET value = balance.value + excluded.value
  )
  INSERT INTO outbox SELECT id, $2 FROM input JOIN fresh ON event_id = id LIMIT 1`;

answerParent(async (places: Places): Promise<number> => {
  const hop = await Hop.open(places);
  await hop.read('events', async (events) => {
    const bookings = events.flatMap(({ id, userId, data }): Booked[] => {
      const { number } = JSON.parse(data) as { number: number };
      return number > 0 ? [{ id, user_id: userId, value: number }] : [];
    });
    const payload = JSON.stringify(bookings);
    await hop.write('book', book, [payload, payload]);
    await hop.publish('bookings', bookings);
  });
  return 0;
});
