// Sends requests on raw sockets, in a process of its own, so that its CPU is not counted with that of the product.
import { HttpConnection } from '../http-connection.ts';
import { answerParent } from '../worker.ts';
import { saturate, type Calls } from './calls.ts';

export interface Requests {
  port: number;
  connections: number;
  /** Each is sent once, or again and again if `seconds` is given. */
  texts: string[];
  seconds?: number;
}

answerParent(sendRequests);

async function sendRequests({ port, connections, texts, seconds }: Requests): Promise<Calls & { count: number }> {
  const idle = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  let count = 0;
  const send = (): Promise<void> => {
    const connection = idle.pop();
    const text = texts[count % texts.length] ?? '';
    count += 1;
    return new Promise((resolve, reject) => {
      if (!connection) throw new Error('no connection is idle');
      connection.send(text, (status, body) => {
        idle.push(connection);
        if (status === 200) resolve();
        else reject(new Error(`${status} ${body.slice(0, 300)}`));
      });
    });
  };
  try {
    if (seconds !== undefined) return { ...(await saturate(send, connections, seconds)), count };
    const begun = performance.now();
    const inTurn = async (): Promise<void> => {
      while (count < texts.length) await send();
    };
    await Promise.all(Array.from({ length: connections }, inTurn));
    return { perSecond: (count * 1_000) / (performance.now() - begun), p50: 0, p99: 0, count };
  } finally {
    for (const connection of idle) connection.close();
  }
}
