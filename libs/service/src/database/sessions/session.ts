import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/** The parts of pg's Client that its types leave out. */
interface Hidden {
  connection: Wire;
  readyForQuery?: boolean;
}

interface Talk {
  /** The session goes back to the pool. */
  forget(): void;
}

export interface Wire {
  readonly stream: Socket;
  /** The texts of named statements that the server has parsed. */
  readonly parsedStatements: Record<string, string>;
  /** The same of those that it was told to parse. */
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(given: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
  on(event: 'readyForQuery', listener: () => void): void;
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void;
  on(event: 'parameterStatus', listener: (status: { parameterName: string; parameterValue: string }) => void): void;
}

/** The address may lead to another server later. */
export class Session extends Client {
  /** The session's id at its server; undefined behind a pooler, where it changes. */
  id: number | undefined;
  /** Undefined behind a pooler. */
  conversation: Talk | undefined;

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
