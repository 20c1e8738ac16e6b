import { personChanged } from '@ces/contracts/identity/person';
import { connectionCreated, userCreated } from '@ces/contracts/identity/users';
import { Problem, type Fault } from '@ces/contracts/problems';
import { newFact, Outbox, type NewFact } from '@ces/messaging/facts/outbox';
import { isOutage } from '@ces/messaging/storage/outage';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable, Logger } from '@nestjs/common';
import { ImportStore, type DoneLine, type HalfDone, type Job } from './import.store.js';
import { MemberPartsService } from './member-parts.service.js';
import { MemberStore } from './member.store.js';
import { planMember, type Plan } from './plan-member.js';
import { columnsOf } from './csv-row.js';
import { keysOf, readMember, type Read, type ReadMember } from './read-member.js';

const linesAtOnce = 500;
/** Keeps the calls to other services below the 1 MiB of NATS. */
const bytesAtOnce = 400_000;

/** `changed` when another service would change something. */
type ReadLine = Read & { line: number; changed?: boolean };
interface PlannedLine {
  line: number;
  member: ReadMember;
  plan: Plan;
}
/** The first lines of a set, each planned or refused. */
interface PlannedSet {
  planned: PlannedLine[];
  refused: DoneLine[];
  last: number;
}

/**
 * Imports lines in sets, each in one transaction with its counts: a killed process loses a set that was not committed, and
 * the next one begins with it. Parts of other services follow in a second step, from lines that are kept until then. A set
 * that fails is worked on line by line, so that a line which always fails is refused and holds up nothing.
 */
@Injectable()
export class ImportBatchService {
  private readonly logger = new Logger('Imports');
  /** The import that is worked on line by line, up to this line. */
  private careful: { id: string; until: number } | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly imports: ImportStore,
    private readonly members: MemberStore,
    private readonly parts: MemberPartsService,
  ) {}

  @Every({
    name: 'import-members',
    does: 'Imports the next lines of an uploaded file of members.',
    seconds: 10,
    atStart: true,
  })
  async run(): Promise<'more' | 'done'> {
    const job = await this.imports.findNext();
    if (!job) return 'done';
    const half = await this.imports.findHalfDone(job.id, this.sizeOfSet(job));
    if (half.length > 0) {
      await this.orLineByLine(job, half, () => this.writeParts(job, half));
      return 'more';
    }
    if (this.careful?.id === job.id && job.position >= this.careful.until) this.careful = undefined;
    const lines = await this.readNext(job, this.sizeOfSet(job));
    if (lines.length > 0) await this.orLineByLine(job, lines, () => this.importSet(job, lines));
    else await this.imports.finish(job.id);
    return 'more';
  }

  private sizeOfSet({ id }: Job): number {
    return this.careful?.id === id ? 1 : linesAtOnce;
  }

  /** An outage ends the attempt. After any other error the lines are tried one by one, and one that fails alone is refused. */
  private async orLineByLine(job: Job, lines: { line: number }[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const [first, last] = [lines[0], lines.at(-1)];
      if (isOutage(error) || !first || !last) throw error;
      if (lines.length > 1) {
        this.careful = { id: job.id, until: last.line };
        return;
      }
      this.logger.warn({ err: error }, `line ${first.line} of import ${job.id} failed, and is refused`);
      await this.transactions.run(async () => {
        if (first.line > job.position && !(await this.imports.moveOn(job, first.line))) return;
        await this.imports.endLines(job.id, [{ line: first.line, outcome: 'refused', faults: [faultOf(error)] }]);
      });
    }
  }

  private async importSet(job: Job, lines: ReadLine[]): Promise<void> {
    const checked = await this.checkParts(lines);
    await this.transactions.run(async () => {
      const { planned, refused, last } = await this.plan(checked);
      // Another replica has moved the import: its set is not this one.
      if (!(await this.imports.moveOn(job, last))) return;
      if (!job.dry_run) await this.write(planned.map(({ plan }) => plan));
      const half = job.dry_run ? [] : planned.filter(({ member }) => this.parts.has(member));
      const done = planned.filter((each) => !half.includes(each)).map(toDone);
      await this.imports.markHalfDone(
        job.id,
        half.map(({ line, plan: { user_id, outcome } }) => ({ line, user_id, outcome })),
      );
      await this.imports.endLines(job.id, [...done, ...refused]);
    });
  }

  /** Reads lines up to the first that shares a name, a connection or a card with an earlier one of the set. */
  private async readNext(job: Job, most: number): Promise<ReadLine[]> {
    const taken = new Set<string>();
    const read: ReadLine[] = [];
    let bytes = 0;
    const columns = columnsOf(job.header);
    for (const { line, text } of await this.imports.findLines(job, most)) {
      const found = await readMember(text, columns);
      const keys = found.member ? keysOf(found.member) : [];
      bytes += found.member ? Buffer.byteLength(JSON.stringify(found.member)) : 0;
      if (read.length > 0 && (bytes > bytesAtOnce || keys.some((key) => taken.has(key)))) break;
      for (const key of keys) taken.add(key);
      read.push({ ...found, line });
    }
    return read;
  }

  /** Refuses lines whose other parts have faults, so that a line is imported as a whole or not at all. */
  private async checkParts(lines: ReadLine[]): Promise<ReadLine[]> {
    if (!lines.some(({ member }) => member && this.parts.has(member))) return lines;
    const { planned, last } = await this.transactions.run(() => this.plan(lines));
    const asked = planned.filter(({ member }) => this.parts.has(member));
    const results = await this.parts.check(
      asked.map(({ member, plan }) => ({ member, user_id: plan.created ? null : plan.user_id })),
    );
    const faults = new Map(asked.map(({ line }, index) => [line, results[index]]));
    return lines
      .filter(({ line }) => line <= last)
      .map((each) => {
        const result = faults.get(each.line);
        if (!result) return each;
        return result.faults.length > 0
          ? { line: each.line, faults: result.faults }
          : { ...each, changed: result.changed };
      });
  }

  /** Ends before the second line about a user: it is compared with what the first one has written. */
  private async plan(lines: ReadLine[]): Promise<PlannedSet> {
    const known = await this.members.find(lines.flatMap(({ member }) => member ?? []));
    const set: PlannedSet = { planned: [], refused: [], last: 0 };
    const users = new Set<string>();
    for (const { line, member, faults, changed = false } of lines) {
      const plan: Plan | Fault[] = member ? planMember(member, known) : faults;
      if (Array.isArray(plan)) set.refused.push({ line, outcome: 'refused', faults: plan });
      else if (users.has(plan.user_id)) break;
      else if (member) {
        users.add(plan.user_id);
        set.planned.push({ line, member, plan: changed ? withChange(plan) : plan });
      }
      set.last = line;
    }
    return set;
  }

  /** Users of an import cause no `user-registered` or `user-activated`, and their connections are marked. */
  private async write(plans: Plan[]): Promise<void> {
    await this.members.write(plans);
    await this.outbox.addAll(plans.flatMap(factsOf));
  }

  /** Reports a fault that appears only now, although the rest of the line is imported. */
  private async writeParts(job: Job, half: HalfDone[]): Promise<void> {
    const columns = columnsOf(job.header);
    const read: (Read & HalfDone)[] = [];
    for (const each of half) read.push({ ...each, ...(await readMember(each.text, columns)) });
    const asked = read.flatMap(({ line, user_id, member }) => (member ? [{ line, user_id, member }] : []));
    const results = await this.parts.write(asked);
    const found = new Map(asked.map(({ line }, index) => [line, results[index]?.faults ?? []]));
    const done = read.map(({ line, outcome, faults: unread }): DoneLine => {
      const faults = found.get(line) ?? unread;
      return { line, outcome: faults.length > 0 ? 'refused' : outcome, faults };
    });
    await this.transactions.run(() => this.imports.endLines(job.id, done));
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof Problem && error.status < 500) return { pointer: '#', code: error.code, detail: error.detail };
  return {
    pointer: '#',
    code: 'not-importable',
    detail: 'could not be imported as a whole; send it again, and tell the operators if this repeats',
  };
}

function withChange(plan: Plan): Plan {
  return plan.outcome === 'unchanged' ? { ...plan, outcome: 'updated' } : plan;
}

function toDone({ line, plan }: PlannedLine): DoneLine {
  return { line, outcome: plan.outcome, faults: [] };
}

function factsOf({ user_id, created, person, connections }: Plan): NewFact[] {
  return [
    ...(created ? [newFact(userCreated, { user_id })] : []),
    ...(person && !created ? [newFact(personChanged, { user_id })] : []),
    ...connections.map((each) => newFact(connectionCreated, { ...each, user_id, imported: true as const })),
  ];
}
