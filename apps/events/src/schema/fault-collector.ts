import type { EvaluationPlugin, Keyword, ValidationContext } from '@hyperjump/json-schema/experimental';
import type { JsonNode } from '@hyperjump/json-schema/instance/experimental';
import { type Fault, MAX_FAULTS } from './faults.js';
import { explain } from './explain.js';
import { fragmentOf } from './json.js';

type Collected = (Fault | Collected)[];

interface CollectorContext extends ValidationContext {
  /** The faults within a keyword; they count only if the keyword itself fails. */
  collected?: Collected;
  schemaCollected?: Collected;
  keyword?: string;
}

/** What failed inside these says nothing that the sender could mend. */
const speaksForItself = new Set(['contains', 'not']);

/** Collects every fault of one judgement. */
export class FaultCollector implements EvaluationPlugin<CollectorContext> {
  readonly id = 'faults';
  #collected: Collected = [];

  beforeSchema(_url: string, _instance: JsonNode, context: CollectorContext): void {
    context.schemaCollected = [];
  }

  beforeKeyword(
    node: Parameters<NonNullable<EvaluationPlugin['beforeKeyword']>>[0],
    _instance: JsonNode,
    context: CollectorContext,
  ): void {
    context.keyword = nameOf(node[1]);
  }

  afterKeyword(
    node: Parameters<NonNullable<EvaluationPlugin['afterKeyword']>>[0],
    instance: JsonNode,
    context: CollectorContext,
    valid: boolean,
    schemaContext: CollectorContext,
    keyword: Keyword<unknown>,
  ): void {
    if (valid) return;
    const collected = (schemaContext.schemaCollected ??= []);
    const name = nameOf(node[1]);
    if (keyword.simpleApplicator !== true) add(collected, ...faultsOf(name, node[2], instance));
    if (context.collected !== undefined && !speaksForItself.has(name)) add(collected, context.collected);
  }

  afterSchema(url: string, instance: JsonNode, context: CollectorContext, valid: boolean): void {
    const collected = context.schemaCollected ?? [];
    // A schema that is plainly `false`: the keyword that applied it is what the data broke.
    if (!valid && context.ast[url] === false) add(collected, ...faultsOf(context.keyword ?? 'false', false, instance));
    if (!valid && collected.length > 0) add((context.collected ??= []), collected);
    this.#collected = context.collected ?? [];
  }

  get faults(): Fault[] {
    const faults: Fault[] = [];
    gather(this.#collected, faults);
    return faults;
  }
}

function add(to: Collected, ...items: Collected): void {
  for (const item of items) if (to.length < MAX_FAULTS) to.push(item);
}

function gather(collected: Collected, faults: Fault[]): void {
  for (const item of collected) {
    if (faults.length >= MAX_FAULTS) return;
    if (Array.isArray(item)) gather(item, faults);
    else faults.push(item);
  }
}

function faultsOf(keyword: string, compiled: unknown, instance: JsonNode): Fault[] {
  // The interpreter marks the name of a property, as opposed to its value, by an asterisk.
  const pointer = `#${fragmentOf(instance.pointer.replace(/^\*/, ''))}`;
  const code = keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return explain(keyword, compiled, instance).map((detail) => ({ pointer, code, detail }));
}

function nameOf(keywordLocation: string): string {
  return keywordLocation.slice(keywordLocation.lastIndexOf('/') + 1);
}
