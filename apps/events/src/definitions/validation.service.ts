import type { DataOfEvent } from '@ces/contracts/events/events';
import type { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { DefinitionCache, type CurrentDefinition } from './definition-cache.service.js';
import { validateData } from './validate-data.js';

/** Validates by the newest definitions that this replica knows. */
@Injectable()
export class ValidationService {
  constructor(private readonly definitions: DefinitionCache) {}

  get epoch(): string {
    return this.definitions.epoch;
  }

  refresh(): Promise<void> {
    return this.definitions.refresh();
  }

  /** Returns one result for each event, in the order given. A Problem names every fault. */
  async validateAll(events: DataOfEvent[]): Promise<(CurrentDefinition | Problem)[]> {
    // An unknown name may be new: another replica stored it, or this replica has just started.
    if (!events.every((each) => this.definitions.has(each.event_name))) await this.definitions.refresh();
    const results: (CurrentDefinition | Problem)[] = [];
    const refusals = new Map<string, Problem>();
    for (const event of events) {
      const definition = await this.definitions.find(event.event_name);
      results.push(definition ? validateData(event, definition) : this.refusalOf(event.event_name, refusals));
    }
    return results;
  }

  private refusalOf(name: string, made: Map<string, Problem>): Problem {
    const problem = made.get(name) ?? this.definitions.refusalOf(name);
    made.set(name, problem);
    return problem;
  }
}
