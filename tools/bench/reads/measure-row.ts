import type { Client } from 'pg';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Baseline } from '../cards/answer-over-nats.ts';
import type { Outcome } from '../cards/closed-loop.ts';
import type { Read } from '../cards/learn-answers.ts';
import type { HttpLoad } from '../cards/read-over-http.ts';
import type { NatsLoad } from '../cards/read-over-nats.ts';
import { withCpu, type Measured } from '../cards/with-cpu.ts';
import { databaseUrl } from '../ingest/ceiling-database.ts';
import { startWorker } from '../worker.ts';
import type { Options } from './options.ts';
import type { World } from './prepare-reads.ts';
import type { Row } from './rows.ts';
import { recordStatements } from './store-statements.ts';
import { beginCounting, statementsSeen, type Seen } from './statements-seen.ts';

const subject = 'bench.reads';
/** As many as a service has by default. */
const pool = 12;

export interface Turn extends Measured {
  seen: Seen;
}

export interface RowFigures {
  row: Row;
  product: Turn[];
  ceiling: Turn[];
  /** The ceiling, asked as often as the product answered: whoever works less often wakes up more often for a read. */
  paced: Turn[];
}

export interface ReadRow {
  row: Row;
  reads: Read[];
}

interface Place {
  stack: Stack;
  world: World;
  /** Connected to a database of no service. */
  counter: Client;
}

/** Product and ceiling take turns. */
export async function measureRow(
  { row, reads }: ReadRow,
  place: Place,
  options: Options,
  signal: AbortSignal,
): Promise<RowFigures> {
  const { seconds, rounds, connections } = options;
  const { stack, world, counter } = place;
  const { nats, postgres } = stack.privateUrls;
  const answering = startWorker<Baseline, string>(new URL('../cards/answer-over-nats.ts', import.meta.url), signal);
  const overNats = startWorker<NatsLoad, Outcome>(new URL('../cards/read-over-nats.ts', import.meta.url), signal);
  const overHttp = startWorker<HttpLoad, Outcome>(new URL('../cards/read-over-http.ts', import.meta.url), signal);
  const turn = async (pids: Record<string, number>, load: () => Promise<Outcome>): Promise<Turn> => {
    await beginCounting(counter);
    const measured = await withCpu(pids, load);
    return { ...measured, seen: await statementsSeen(counter, row.service, measured.count) };
  };
  try {
    const { texts, questions } = await questionsOf(row, world);
    const statements = texts.map((text, number) => ({ text, name: `bare ${number}` }));
    await answering.ask({ nats, subject, database: databaseUrl(postgres, row.service), pool, statements });
    const {
      gateway = 0,
      [row.service]: service = 0,
      nats: broker = 0,
      postgres: database = 0,
    } = stack.describe().processes;
    const both = { PostgreSQL: database, NATS: broker };
    const product = (time: number) =>
      turn({ gateway, [row.service]: service, ...both }, () =>
        overHttp.ask({ port: world.port, connections, seconds: time }),
      );
    // The caller does the work of the gateway.
    const ceiling = (time: number, atMost?: number) =>
      turn({ caller: overNats.pid, 'bare process': answering.pid, ...both }, () =>
        overNats.ask({
          nats,
          subject,
          questions,
          connections,
          seconds: time,
          ...(atMost === undefined ? {} : { atMost }),
        }),
      );
    await overHttp.ask({ port: world.port, reads, connections, seconds: seconds / 2 });
    await ceiling(seconds / 2);
    const figures: RowFigures = { row, product: [], ceiling: [], paced: [] };
    for (let round = 0; round < rounds; round += 1) {
      figures.product.push(await product(seconds));
      figures.ceiling.push(await ceiling(seconds));
      figures.paced.push(await ceiling(seconds, figures.product.at(-1)?.perSecond));
    }
    return figures;
  } finally {
    await Promise.all([answering.stop(), overNats.stop(), overHttp.stop()]);
  }
}

async function questionsOf(
  row: Row,
  { asked, optins }: World,
): Promise<{ texts: string[]; questions: NatsLoad['questions'] }> {
  const record = await recordStatements();
  let texts: string[] = [];
  const questions: NatsLoad['questions'] = [];
  for (const member of asked) {
    const said = await record((stores) => row.ask(stores, member));
    texts = said.map(({ text }) => text);
    questions.push({ text: JSON.stringify(said.map(({ values }) => values)), rows: row.rowsFound(member, optins) });
  }
  return { texts, questions };
}
