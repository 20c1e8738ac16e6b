// Row 21 as users call it, in a process of its own, so that its CPU is not counted with that of the product.
import { HttpConnection } from '../http-connection.ts';
import { answerParent } from '../worker.ts';
import { closedLoop, type Ask, type Outcome } from './closed-loop.ts';

export interface HttpLoad {
  port: number;
  tokens: string[];
  connections: number;
  seconds: number;
}

answerParent(read);

async function read({ port, tokens, connections, seconds }: HttpLoad): Promise<Outcome> {
  const requests = tokens.map(
    (token) => `GET /api/2/card/user HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  const askers = open.map((connection): Ask => {
    return () =>
      new Promise((resolve) => {
        connection.send(requests[Math.floor(Math.random() * requests.length)] ?? '', (status, body) => {
          const cards = body.split('"identifier_actual"').length - 1;
          resolve(status === 200 && cards === 1 ? undefined : `${status} ${body.slice(0, 300)}`);
        });
      });
  });
  try {
    return await closedLoop(askers, seconds);
  } finally {
    for (const connection of open) connection.close();
  }
}
