import pg, { Result, type Connection, type Submittable } from 'pg';
import type { Wire } from './session.js';

export interface ChainedStatement {
  /** '' for a statement that is parsed each time. */
  name: string;
  text: string;
  values: unknown[];
}

type Value = string | Buffer | null;

/** A part of pg that its types leave out. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => Value } }).utils;

/**
 * Statements that go out at once, with one end for all: the server runs none of those behind one that fails, and the
 * answer is the error. So a COMMIT at the end commits only what has succeeded.
 */
export class Chain implements Submittable {
  private readonly values: Value[][];
  private readonly result = new Result('', pg.types);
  /** The place of the statement that the server runs. */
  private at = 0;

  constructor(
    private readonly statements: readonly ChainedStatement[],
    /** The place of the statement whose rows are the answer. */
    private readonly asked: number,
    public callback: (error: Error | null, result?: Result) => void,
  ) {
    // A value that cannot be sent throws here, before anything is sent.
    this.values = statements.map(({ values }) => values.map((value) => prepareValue(value)));
  }

  /** The client asks for the name and the text of what the server runs. */
  get name(): string {
    return this.statements[this.at]?.name ?? '';
  }

  get text(): string {
    return this.statements[this.at]?.text ?? '';
  }

  get texts(): string[] {
    return this.statements.map(({ text }) => text);
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    for (const [index, { name, text }] of this.statements.entries()) {
      if (name === '' || !isParsed(wire, name)) wire.parse({ name, text });
      if (name !== '' && !isParsed(wire, name)) wire.submittedNamedStatements[name] = text;
      wire.bind({ statement: name, values: this.values[index] ?? [] });
      if (index === this.asked) wire.describe({ type: 'P' });
      wire.execute();
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: unknown[] }): void {
    this.rows.addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    // The server also sends the rows that nobody asked for.
    if (this.at === this.asked) this.rows.addRow(this.rows.parseRow(fields));
  }

  handleCommandComplete(message: object): void {
    if (this.at === this.asked) this.rows.addCommandComplete(message);
    this.at += 1;
  }

  handleError(error: Error, connection: Connection): void {
    const { submittedNamedStatements } = connection as unknown as Wire;
    // The server has not parsed what stands behind the failure.
    for (const { name } of this.statements.slice(this.at)) Reflect.deleteProperty(submittedNamedStatements, name);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.result);
  }

  private get rows(): Rows {
    return this.result as unknown as Rows;
  }
}

/** The methods of pg's Result that its types leave out. */
interface Rows {
  addFields(fields: unknown[]): void;
  parseRow(fields: unknown[]): unknown;
  addRow(row: unknown): void;
  addCommandComplete(message: object): void;
}

function isParsed({ parsedStatements, submittedNamedStatements }: Wire, name: string): boolean {
  return name in parsedStatements || name in submittedNamedStatements;
}
