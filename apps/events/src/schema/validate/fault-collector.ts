import type { EvaluationPlugin, Keyword, ValidationContext } from '@hyperjump/json-schema/experimental';
import type { JsonNode } from '@hyperjump/json-schema/instance/experimental';
import { type Fault, MAX_FAULTS } from '../faults.js';
import { explain } from './explain.js';
import { fragmentOf } from '../json.js';

/** Put into words only if it is told in the end: most of what fails within `anyOf` or `oneOf` never is. */
interface Failure {
  keyword: string;
  compiled: unknown;
  instance: JsonNode;
}

type Collected = (Failure | Collected)[];

interface CollectorContext extends ValidationContext {
  /** Faults within a keyword; they count only if the keyword itself fails. */
  collected?: Collected;
  schemaCollected?: Collected;
  keyword?: string;
}

type KeywordNode = Parameters<NonNullable<EvaluationPlugin['beforeKeyword']>>[0];

/** Faults inside these keywords name nothing that the sender could mend. */
const speaksForItself = new Set(['contains', 'not']);

/** Collects every fault of one judgement. */
export class FaultCollector implements EvaluationPlugin<CollectorContext> {
  readonly id = 'faults';
  #collected: Collected = [];

  beforeSchema(_url: string, _instance: JsonNode, context: CollectorContext): void {
    context.schemaCollected = [];
  }

  beforeKeyword(node: KeywordNode, _instance: JsonNode, context: CollectorContext): void {
    context.keyword = nameOf(node);
  }

  afterKeyword(
    node: KeywordNode,
    instance: JsonNode,
    context: CollectorContext,
    valid: boolean,
    schemaContext: CollectorContext,
    { simpleApplicator = false }: Keyword<unknown>,
  ): void {
    if (valid) return;
    const collected = (schemaContext.schemaCollected ??= []);
    const keyword = nameOf(node);
    if (!simpleApplicator) add(collected, { keyword, compiled: node[2], instance });
    if (context.collected !== undefined && !speaksForItself.has(keyword)) add(collected, context.collected);
  }

  afterSchema(url: string, instance: JsonNode, context: CollectorContext, valid: boolean): void {
    const collected = context.schemaCollected ?? [];
    if (!valid && context.ast[url] === false) {
      // A schema that is plainly `false`: the keyword that applied it is what the data broke.
      add(collected, { keyword: context.keyword ?? 'false', compiled: false, instance });
    }
    if (!valid && collected.length > 0) add((context.collected ??= []), collected);
    this.#collected = context.collected ?? [];
  }

  get faults(): Fault[] {
    const faults: Fault[] = [];
    tell(this.#collected, faults);
    return faults.slice(0, MAX_FAULTS);
  }
}

function add(to: Collected, item: Failure | Collected): void {
  if (to.length < MAX_FAULTS) to.push(item);
}

function tell(collected: Collected, faults: Fault[]): void {
  for (const item of collected) {
    if (faults.length >= MAX_FAULTS) return;
    if (Array.isArray(item)) tell(item, faults);
    else faults.push(...faultsOf(item));
  }
}

function faultsOf({ keyword, compiled, instance }: Failure): Fault[] {
  // The interpreter marks the name of a property, as opposed to its value, by an asterisk.
  const pointer = `#${fragmentOf(instance.pointer.replace(/^\*/, ''))}`;
  const code = keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return explain(keyword, compiled, instance).map((detail) => ({ pointer, code, detail }));
}

function nameOf([, location]: KeywordNode): string {
  return location.slice(location.lastIndexOf('/') + 1);
}
