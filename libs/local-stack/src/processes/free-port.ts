import { createServer } from 'node:net';

// Below the range from which systems pick ports of outgoing connections: a server that is down for a second keeps its port.
const FIRST = 15_000;
const LAST = 32_000;

/** A port of 127.0.0.1 that nobody listens on: the preferred one if it is free, else one picked at random. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port found between ${FIRST} and ${LAST}`);
}

/** Whether all the given addresses are free at this port. */
export async function isPortFree(port: number, hosts: readonly string[] = ['127.0.0.1']): Promise<boolean> {
  for (const host of hosts) if (!(await canListen(port, host))) return false;
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 has no `::` to be taken.
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL');
    });
    server.listen({ port, host, exclusive: true }, () =>
      server.close(() => {
        resolve(true);
      }),
    );
  });
}
