// The ceiling: undici sends bodies of the same size with both signatures, as fast as the receiver answers.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { answerParent } from '../worker.ts';

export interface BareLoad {
  port: number;
  /** This many requests are under way at once, each for another webhook. */
  webhooks: number;
  eventsPerPost: number;
  seconds: number;
}

export interface BareOutcome {
  posts: number;
  events: number;
  seconds: number;
}

answerParent(async ({ port, webhooks, eventsPerPost, seconds }: BareLoad): Promise<BareOutcome> => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 32 });
  const secret = randomBytes(32).toString('base64url');
  const began = performance.now();
  const until = began + seconds * 1_000;
  let posts = 0;
  const loop = async (path: string): Promise<void> => {
    while (performance.now() < until) {
      await send(pool, path, bodyOf(eventsPerPost), secret);
      posts += 1;
    }
  };
  await Promise.all(Array.from({ length: webhooks }, (_, index) => loop(`/bare-${index}`)));
  await pool.close();
  return { posts, events: posts * eventsPerPost, seconds: (performance.now() - began) / 1_000 };
});

async function send(pool: Pool, path: string, body: Buffer, secret: string): Promise<void> {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const answer = await pool.request({
    path,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Client-ID': 'cl_bench',
      'X-Service-Signature': createHmac('sha256', secret).update(body).digest('hex'),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
    },
    body,
  });
  await answer.body.dump();
}

function bodyOf(events: number): Buffer {
  const one = { id: randomUUID(), stack_id: 'points', block_id: 'base', user_id: 'u'.repeat(25) };
  return Buffer.from(JSON.stringify({ events: Array(events).fill({ name: 'transaction-created', data: one }) }));
}
