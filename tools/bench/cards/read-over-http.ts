// Reads as callers send them, in a process of its own, so that its CPU is not counted with that of the product.
import { HttpConnection } from '../http-connection.ts';
import { answerParent } from '../worker.ts';
import { closedLoop, type Ask, type Outcome } from './closed-loop.ts';
import type { Read } from './learn-answers.ts';

export interface HttpLoad {
  port: number;
  /** Drawn at random. They are kept, so that only the first load has to name them. */
  reads?: Read[];
  connections: number;
  seconds: number;
}

let kept: Read[] = [];

answerParent(read);

async function read({ port, reads, connections, seconds }: HttpLoad): Promise<Outcome> {
  kept = reads ?? kept;
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  const askers = open.map((connection): Ask => {
    return () =>
      new Promise((resolve) => {
        const { request, answer } = kept[Math.floor(Math.random() * kept.length)] ?? { request: '', answer: '' };
        connection.send(request, (status, body) => {
          resolve(status === 200 && body === answer ? undefined : `${status} ${body.slice(0, 300)}`);
        });
      });
  });
  try {
    return await closedLoop(askers, seconds);
  } finally {
    for (const connection of open) connection.close();
  }
}
