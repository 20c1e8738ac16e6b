import type { DataOfEvent, Submission } from '@ces/contracts/events/events';
import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { DefinitionCache, type CurrentDefinition } from './definition-cache.service.js';
import { measured, VALIDATION_LIMITS } from './schema/budget.js';
import { validateData } from './validate-data.js';

/** After this time the other work of this process gets a turn. */
const turnMs = 10;
/** Events of slow definitions in one call may cost twice as much together as one event may, about 100 ms. */
const unitsForSlow = 2 * VALIDATION_LIMITS.units;
/** A definition is slow for an hour when an event cost so much that as many as a call holds would cost more than that. */
const slowUnits = unitsForSlow / 256;
const slowForMs = 3_600_000;

type Validated = CurrentDefinition | Problem;

/** An event, and who sends it if that is known. */
type Sent = DataOfEvent & Partial<Pick<Submission, 'client_id'>>;

interface Task {
  place: number;
  event: Sent;
  definition: CurrentDefinition;
}

/** Validates by the newest definitions that this replica knows. */
@Injectable()
export class ValidationService {
  /** Until when definitions are slow. One that was never used is not here. */
  private readonly slowUntil = new WeakMap<CurrentDefinition, number>();

  constructor(private readonly definitions: DefinitionCache) {}

  get epoch(): string {
    return this.definitions.epoch;
  }

  refresh(): Promise<void> {
    return this.definitions.refresh();
  }

  /**
   * Returns one result for each event, in the order given. A Problem names every fault. A call has events of many senders, so
   * those whose definition is slow, or was never used, come last, and only as many of them as fit into a limit.
   */
  async validateAll(events: Sent[]): Promise<Validated[]> {
    const results = await this.findAll(events);
    const tasks = events.flatMap((event, place): Task[] => {
      const definition = results[place];
      return definition === undefined || definition instanceof Problem ? [] : [{ place, event, definition }];
    });
    const last: Task[] = [];
    const turn = new Turn();
    for (const task of tasks) {
      if (this.isQuick(task.definition)) results[task.place] = this.validate(task).result;
      else last.push(task);
      if (turn.isOver) await turn.next();
    }
    let left = unitsForSlow;
    for (const task of inTurns(last, ({ event }) => event.client_id)) {
      if (left > 0) {
        const { result, units } = this.validate(task);
        results[task.place] = result;
        left -= units;
      } else results[task.place] = tooMuchWork(task.definition);
      if (turn.isOver) await turn.next();
    }
    return results;
  }

  /** The definition of each event, or why there is none. */
  private async findAll(events: DataOfEvent[]): Promise<Validated[]> {
    // An unknown name may be new: another replica stored it, or this replica has just started.
    if (!events.every((each) => this.definitions.has(each.event_name))) await this.definitions.refresh();
    const found = new Map<string, Validated>();
    const results: Validated[] = [];
    for (const { event_name } of events) {
      const definition = found.get(event_name) ?? (await this.find(event_name));
      found.set(event_name, definition);
      results.push(definition);
    }
    return results;
  }

  private async find(name: string): Promise<Validated> {
    return (await this.definitions.find(name)) ?? this.definitions.refusalOf(name);
  }

  private validate({ event, definition }: Task): { result: Validated; units: number } {
    const validated = measured(() => validateData(event, definition));
    if (validated.units > slowUnits) this.slowUntil.set(definition, performance.now() + slowForMs);
    else if (!this.slowUntil.has(definition)) this.slowUntil.set(definition, 0);
    return validated;
  }

  private isQuick(definition: CurrentDefinition): boolean {
    return (this.slowUntil.get(definition) ?? Infinity) <= performance.now();
  }
}

/** The first of each sender, then the second of each, and so on, so that none uses up what is left for the others. */
function inTurns<T>(tasks: T[], senderOf: (task: T) => string | undefined): T[] {
  const counts = new Map<string | undefined, number>();
  const places = new Map<T, number>();
  for (const task of tasks) {
    const sender = senderOf(task);
    const place = counts.get(sender) ?? 0;
    counts.set(sender, place + 1);
    places.set(task, place);
  }
  return tasks.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

class Turn {
  private ends = performance.now() + turnMs;

  get isOver(): boolean {
    return performance.now() > this.ends;
  }

  async next(): Promise<void> {
    await setImmediate();
    this.ends = performance.now() + turnMs;
  }
}

function tooMuchWork({ name }: CurrentDefinition): Problem {
  const detail = `Too many events of "${name}" came at once, and its schema takes long. Send this one again.`;
  return new Problem('service-unavailable', detail, { retry_after: 1 });
}
