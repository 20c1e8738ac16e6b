// Bookings that arrive together are written, sent in one request, and recorded. A booking whose answer is known is not sent again.
import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { answerParent } from '../../worker.ts';
import { Hop, type Places } from './hop.ts';

export interface SenderSettings extends Places {
  receiver: number;
}

const take = `
  INSERT INTO delivery (id, payload)
  SELECT (value ->> 'id')::uuid, value::text FROM json_array_elements($1)
  ON CONFLICT (id) DO UPDATE SET id = excluded.id WHERE delivery.status IS NULL RETURNING id`;
const record = 'UPDATE delivery SET status = $2, answered_at = now() WHERE id = ANY($1::uuid[])';

const secret = randomBytes(32);
const agent = new Agent({ keepAlive: true });

answerParent(async ({ receiver, ...places }: SenderSettings): Promise<number> => {
  const hop = await Hop.open(places);
  await hop.read('bookings', async (bookings) => {
    const rows = await hop.write('take', take, [JSON.stringify(bookings)]);
    const due = new Set(rows.map(({ id }) => id));
    const unsent = bookings.filter(({ id }) => due.has(id));
    if (unsent.length === 0) return;
    const events = unsent.map((data) => ({ name: 'transaction-created', data }));
    const status = await post(receiver, JSON.stringify({ events }));
    await hop.write('record', record, [unsent.map(({ id }) => id), status]);
  });
  return 0;
});

function post(port: number, body: string): Promise<number> {
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Service-Signature': createHmac('sha256', secret).update(body).digest('hex'),
  };
  return new Promise((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, path: '/chain', method: 'POST', headers }, (response) => {
      response.resume().on('end', () => {
        resolve(response.statusCode ?? 0);
      });
    })
      .on('error', reject)
      .end(body);
  });
}
