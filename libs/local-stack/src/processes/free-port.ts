import { createServer } from 'node:net';

// This range lies below the ports of outgoing connections, so that a server that restarts finds its port free.
const FIRST = 15_000;
const LAST = 32_000;

export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port found between ${FIRST} and ${LAST}`);
}

export async function isPortFree(port: number, hosts: readonly string[] = ['127.0.0.1']): Promise<boolean> {
  for (const host of hosts) if (!(await canListen(port, host))) return false;
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 has no `::`.
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
