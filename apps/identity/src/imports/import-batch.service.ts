import { personChanged } from '@ces/contracts/identity/person';
import { connectionCreated, userCreated } from '@ces/contracts/identity/users';
import type { Fault } from '@ces/contracts/problems';
import { newFact, Outbox, type NewFact } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { ImportStore, type DoneLine, type HalfDone, type Job } from './import.store.js';
import { MemberPartsService } from './member-parts.service.js';
import { MemberStore } from './member.store.js';
import { planMember, type Plan } from './plan-member.js';
import { keysOf, readMember, type Read, type ReadMember } from './read-member.js';

const linesAtOnce = 500;
/** Keeps the calls to other services below the 1 MiB of NATS. */
const charactersAtOnce = 250_000;

/** `changed` when another service would change something. */
type ReadLine = Read & { line: number; changed?: boolean };
/** A line that can be read, and what it changes. */
interface PlannedLine {
  line: number;
  member: ReadMember;
  plan: Plan;
}

/**
 * Imports lines in sets, each in one transaction with its counts: a killed process loses a set that was not committed, and
 * the next one begins with it. Parts of other services follow in a second step, from lines that are kept until then.
 */
@Injectable()
export class ImportBatchService {
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
    seconds: 1,
    atStart: true,
  })
  async run(): Promise<'more' | 'done'> {
    const job = await this.imports.findNext();
    if (!job) return 'done';
    const half = await this.imports.findHalfDone(job.id);
    if (half.length > 0) await this.writeParts(job, half);
    else await this.importNext(job);
    return 'more';
  }

  private async importNext(job: Job): Promise<void> {
    const lines = await this.readNext(job);
    const last = lines.at(-1);
    if (!last) return this.imports.finish(job.id);
    const checked = await this.checkParts(lines);
    await this.transactions.run(async () => {
      if (!(await this.imports.moveOn(job, last.line))) throw new Error('another replica has moved the import');
      const { planned, refused } = await this.plan(checked);
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
  private async readNext(job: Job): Promise<ReadLine[]> {
    const taken = new Set<string>();
    const read: ReadLine[] = [];
    let length = 0;
    for (const { line, text } of await this.imports.findLines(job, linesAtOnce)) {
      const found = await readMember(text, job.header);
      const keys = found.member ? keysOf(found.member) : [];
      length += text?.length ?? 0;
      if (read.length > 0 && (length > charactersAtOnce || keys.some((key) => taken.has(key)))) break;
      for (const key of keys) taken.add(key);
      read.push({ ...found, line });
    }
    return read;
  }

  /** Refuses lines whose other parts have faults, so that a line is imported as a whole or not at all. */
  private async checkParts(lines: ReadLine[]): Promise<ReadLine[]> {
    if (!lines.some(({ member }) => member && this.parts.has(member))) return lines;
    const { planned } = await this.transactions.run(() => this.plan(lines));
    const asked = planned.filter(({ member }) => this.parts.has(member));
    if (asked.length === 0) return lines;
    const results = await this.parts.check(
      asked.map(({ member, plan }) => ({ member, user_id: plan.created ? null : plan.user_id })),
    );
    const faults = new Map(asked.map(({ line }, index) => [line, results[index]]));
    return lines.map((each) => {
      const result = faults.get(each.line);
      if (!result) return each;
      return result.faults.length > 0
        ? { line: each.line, faults: result.faults }
        : { ...each, changed: result.changed };
    });
  }

  private async plan(lines: ReadLine[]): Promise<{ planned: PlannedLine[]; refused: DoneLine[] }> {
    const known = await this.members.find(lines.flatMap(({ member }) => member ?? []));
    const planned: PlannedLine[] = [];
    const refused: DoneLine[] = [];
    for (const { line, member, faults, changed = false } of lines) {
      const plan: Plan | Fault[] = member ? planMember(member, known) : faults;
      if (Array.isArray(plan)) refused.push({ line, outcome: 'refused', faults: plan });
      else if (member) planned.push({ line, member, plan: changed ? withChange(plan) : plan });
    }
    return { planned, refused };
  }

  /** Users of an import cause no `user-registered` or `user-activated`, and their connections are marked. */
  private async write(plans: Plan[]): Promise<void> {
    await this.members.write(plans);
    await this.outbox.addAll(plans.flatMap(factsOf));
  }

  /** A fault that appears only now is told, although the rest of the line is imported. */
  private async writeParts(job: Job, half: HalfDone[]): Promise<void> {
    const asked: { user_id: string; member: ReadMember }[] = [];
    for (const { text, user_id } of half)
      asked.push({ user_id, member: (await readMember(text, job.header)).member ?? {} });
    const results = await this.parts.write(asked);
    const done = half.map(({ line, outcome }, index): DoneLine => {
      const faults = results[index]?.faults ?? [];
      return { line, outcome: faults.length > 0 ? 'refused' : outcome, faults };
    });
    await this.transactions.run(() => this.imports.endLines(job.id, done));
  }
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
