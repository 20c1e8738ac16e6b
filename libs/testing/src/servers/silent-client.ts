import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Listening {
  user?: string;
  pass?: string;
  subject: string;
  queue: string;
}

/** Like a frozen process, it answers neither calls nor the server's pings. */
export async function silentClient(url: string, { subject, queue, ...credentials }: Listening): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'data');
  const options = JSON.stringify({ verbose: false, pedantic: false, name: 'silent', ...credentials });
  socket.write(`CONNECT ${options}\r\nSUB ${subject} ${queue} 1\r\nPING\r\n`);
  let heard = '';
  socket.on('data', (data) => (heard += data.toString()));
  while (!heard.includes('PONG')) {
    if (heard.includes('-ERR')) throw new Error(heard);
    await once(socket, 'data');
  }
  return socket;
}
