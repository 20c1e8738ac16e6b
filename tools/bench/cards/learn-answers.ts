import { HttpConnection } from '../http-connection.ts';

export interface Read {
  request: string;
  /** The body of the answer, as `HttpConnection` gives it. */
  answer: string;
}

const atOnce = 8;

export function getRequest(port: number, path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
}

/** Sends each request once, so that tokens are verified, pages are read, and later answers can be compared with these. */
export async function learnAnswers(port: number, requests: string[]): Promise<Read[]> {
  const reads: Read[] = [];
  let next = 0;
  const inTurn = async (): Promise<void> => {
    const connection = await HttpConnection.open(port);
    try {
      while (next < requests.length) {
        const place = next++;
        const request = requests[place] ?? '';
        const { status, body } = await connection.ask(request);
        if (status !== 200) throw new Error(`${request.split('\r\n', 1)[0] ?? ''}: ${status} ${body}`);
        reads[place] = { request, answer: body };
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, inTurn));
  return reads;
}
