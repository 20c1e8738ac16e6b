import type { QueryResult } from 'pg';
import { Chain, type ChainedStatement } from './chain.js';
import { discardPlans, NamesOfSession, retryable, type HotStatements } from './hot-statements.js';
import type { Session } from './session.js';
import { begin, commit, rollback } from './session.store.js';

interface Statement {
  text: string;
  values: unknown[];
}

type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;
type Query = (query: unknown, values?: unknown, callback?: unknown) => unknown;

const nothing: Answer = { command: '', rowCount: null, rows: [] };

/**
 * Makes the statements of a session fewer messages, because each message costs both processes a wake-up. The beginning of
 * a transaction goes out with its first statement, and a transaction without statements does not begin. Statements that
 * run often have names.
 */
export class Conversation {
  /** These go out with the next statement. */
  private ahead: Statement[] = [];
  private last: string | undefined;
  /** The transaction has ended with its last statement. */
  private hasEnded = false;
  /** The server has been told to begin a transaction. Its answer may still be on the way. */
  private hasBegun = false;
  private readonly names: NamesOfSession;
  private readonly send: Query;

  constructor(
    private readonly session: Session,
    hot: HotStatements,
  ) {
    this.names = new NamesOfSession(hot);
    this.send = session.query.bind(session);
    session.query = ((text: unknown, values?: unknown, callback?: unknown) => {
      const isPlain =
        typeof text === 'string' && callback === undefined && (values === undefined || Array.isArray(values));
      if (isPlain) return this.say({ text, values: values ?? [] });
      this.sendAhead();
      return this.send(text, values, callback);
    }) as Session['query'];
  }

  /** Sends the statement with the next one of the open transaction, which fails if this one does. */
  sayAhead(statement: Statement): void {
    this.ahead.push(statement);
  }

  /** The next statement with this text is the last one of the open transaction, which is committed if it succeeds. */
  commitWith(text: string): void {
    this.last = text;
  }

  forget(): void {
    this.ahead = [];
    this.last = undefined;
    this.hasEnded = false;
    this.hasBegun = false;
  }

  private async say(statement: Statement): Promise<Answer> {
    const { text } = statement;
    if (text === begin) {
      this.forget();
      this.ahead = [{ text, values: [] }];
      return nothing;
    }
    if (this.endsNothing(text)) {
      this.forget();
      return nothing;
    }
    if (text === rollback) this.ahead = [];
    // Several statements in one text cannot be part of a chain.
    if (statement.values.length === 0 && text.includes(';')) this.sendAhead();
    const isLast = text === this.last;
    const [first, second] = this.ahead;
    if (!isLast && !first) return this.ask(statement);
    if (!isLast || first?.text !== begin) return this.askTogether(statement, isLast ? 'last' : 'not last');
    // Statements that go out at once are a transaction by themselves.
    this.ahead.shift();
    if (second) return this.askTogether(statement, 'all');
    this.hasEnded = true;
    return this.ask(statement);
  }

  /** True for the end of a transaction that has not begun or has ended already. */
  private endsNothing(text: string): boolean {
    if (text !== commit && text !== rollback) return false;
    const [first, second] = this.ahead;
    return this.hasEnded || (first?.text === begin && (text === rollback || !second));
  }

  private async ask({ text, values }: Statement): Promise<Answer> {
    const name = this.names.nameOf(text);
    if (name === '') return this.answerTo(text, values);
    const isAlone = !this.hasBegun && this.session.getTransactionStatus() === 'I';
    const named = { name, text, values };
    try {
      return await (isAlone && this.names.areDue() ? this.askAnew(named) : this.answerTo(named));
    } catch (error) {
      if (!this.names.isStale(error, text)) throw error;
      if (isAlone) return this.answerTo(text, values);
      throw Object.assign(error, { code: retryable });
    }
  }

  /**
   * For a promise of its own, pg assigns a function to a property. V8 makes it among the old objects, where it keeps the
   * statement with its parameters and rows until the next full collection. The stack of an error leads to the caller, as pg's.
   */
  private answerTo(statement: unknown, values?: unknown[]): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.send(statement, values, (error: Error | null, answer: Answer) => {
        if (error) reject(error);
        else resolve(answer);
      });
    }).catch((error: unknown) => {
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }

  /** Gives up all plans in the same message. */
  private askAnew(statement: ChainedStatement): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const discard = { name: '', text: discardPlans, values: [] };
      const chain = new Chain([discard, statement], 1, (error, result) => {
        if (error) reject(error);
        else resolve(result ?? nothing);
      });
      this.send(chain);
    });
  }

  private askTogether(statement: Statement, place: 'all' | 'last' | 'not last'): Promise<Answer> {
    const after = place === 'last' ? [{ text: commit, values: [] }] : [];
    const statements = [...this.ahead, statement, ...after].map((each) => this.named(each));
    let asked = this.ahead.length;
    const begins = this.ahead[0]?.text === begin;
    this.hasBegun ||= begins;
    // Only before statements with names: SET TRANSACTION has none, and comes too late after it.
    if ((begins || place === 'all') && statements.some(({ name }) => name !== '') && this.names.areDue()) {
      statements.splice(begins ? 1 : 0, 0, { name: '', text: discardPlans, values: [] });
      asked += 1;
    }
    return new Promise((resolve, reject) => {
      const chain = new Chain(statements, asked, (error, result) => {
        if (error) reject(this.names.isStale(error, chain.text) ? Object.assign(error, { code: retryable }) : error);
        else {
          this.hasEnded ||= place === 'last';
          resolve(result ?? nothing);
        }
      });
      this.ahead = [];
      this.hasEnded = place === 'all';
      this.send(chain);
    });
  }

  private named({ text, values }: Statement): ChainedStatement {
    return { name: this.names.nameOf(text), text, values };
  }

  /** Before what cannot be part of a chain. If one fails, what follows it fails, too. */
  private sendAhead(): void {
    const statements = this.ahead;
    this.ahead = [];
    this.hasBegun ||= statements[0]?.text === begin;
    for (const { text, values } of statements) this.answerTo(text, values).catch(() => undefined);
  }
}
