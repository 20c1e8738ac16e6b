import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/** The parts of pg's Client that its types leave out. */
interface Hidden {
  connection: Wire;
  readyForQuery?: boolean;
}

interface Wire {
  readonly stream: Socket;
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void;
  on(event: 'parameterStatus', listener: (status: { parameterName: string; parameterValue: string }) => void): void;
}

/** The address may lead to another server later. */
export class Session extends Client {
  /** The session's id at its server; undefined behind a pooler, where it changes. */
  id: number | undefined;

  constructor(
    config: ClientConfig,
    readonly address: string,
  ) {
    super({ ...config, connectionString: address });
  }

  get wire(): Wire {
    return (this as unknown as Hidden).connection;
  }

  get awaitsAnswer(): boolean {
    return (this as unknown as Hidden).readyForQuery === false;
  }

  get bytesHeard(): number {
    return this.wire.stream.bytesRead;
  }

  get isCut(): boolean {
    return this.wire.stream.destroyed;
  }

  /** Its statement fails with `reason`. */
  cut(reason?: Error): void {
    this.wire.stream.destroy(reason);
  }
}
