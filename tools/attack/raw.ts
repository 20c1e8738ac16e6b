import { connect } from 'node:net';

export interface RawAnswer {
  statuses: number[];
  text: string;
  closed: boolean;
  ms: number;
}

/** Reads until the server ends the connection or the time is over. */
export function sendRaw(port: number, bytes: string | Buffer, waitMs = 3_000): Promise<RawAnswer> {
  const begun = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const done = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
      resolve({ statuses, text, closed, ms: performance.now() - begun });
    };
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setTimeout(() => {
      done(false);
    }, waitMs);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined); // followed by close
    socket.on('close', () => {
      done(true);
    });
  });
}
