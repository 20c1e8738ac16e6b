import type { DataOfEvent } from '@ces/contracts/events/events';
import { Problem } from '@ces/contracts/problems';
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
    const found = new Map<string, CurrentDefinition | Problem>();
    for (const event of events) {
      const { event_name } = event;
      const definition = found.get(event_name) ?? (await this.find(event_name));
      found.set(event_name, definition);
      results.push(definition instanceof Problem ? definition : validateData(event, definition));
    }
    return results;
  }

  private async find(name: string): Promise<CurrentDefinition | Problem> {
    return (await this.definitions.find(name)) ?? this.definitions.refusalOf(name);
  }
}
