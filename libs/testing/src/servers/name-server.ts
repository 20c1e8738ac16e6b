import { createSocket, type Socket } from 'node:dgram';

export class NameServer {
  readonly asked: string[];
  private readonly socket: Socket;

  // Tools run this file with plain Node, which knows no parameter properties.
  private constructor(socket: Socket, asked: string[]) {
    this.socket = socket;
    this.asked = asked;
  }

  /**
   * `answer` returns an IPv4 address, `none` for an unknown name, or `deaf` for no reply. `isA` is false for a query of
   * another type than A; an address then counts as `none`.
   */
  static async start(answer: (name: string, isA: boolean) => string): Promise<NameServer> {
    const socket = createSocket('udp4');
    const asked: string[] = [];
    socket.on('message', (query, from) => {
      const { name, type, end } = questionOf(query);
      asked.push(name);
      const isA = type === 1;
      const said = answer(name, isA);
      if (said !== 'deaf') socket.send(replyTo(query, end, isA ? said : 'none'), from.port, from.address);
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new NameServer(socket, asked);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }
}

const headerBytes = 12;

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Leaves out the query's additional records. */
function replyTo(query: Buffer, end: number, said: string): Buffer {
  const found = said !== 'none';
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found ? 1 : 0, 6);
  // A pointer to the name, type A, class IN, a life of 0 seconds, 4 bytes.
  const answer = [0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...said.split('.').map(Number)];
  return Buffer.concat([header, query.subarray(headerBytes, end), Buffer.from(found ? answer : [])]);
}
