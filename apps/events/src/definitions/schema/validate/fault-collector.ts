import type { EvaluationPlugin, Keyword, ValidationContext } from '@hyperjump/json-schema/experimental';
import type { JsonNode } from '@hyperjump/json-schema/instance/experimental';
import { type Fault, MAX_FAULTS } from '../faults.js';
import { explain } from './explain.js';
import { fragmentOf } from '@ces/contracts/json/escape-step';

/** A failure is put into words only when it is reported: most failures within `anyOf` or `oneOf` are not. */
interface Failure {
  keyword: string;
  compiled: unknown;
  instance: JsonNode;
}

type Collected = (Failure | Collected)[];

interface CollectorContext extends ValidationContext {
  /** The failures within a keyword; they count only if the keyword itself fails. */
  collected?: Collected;
  schemaCollected?: Collected;
  keyword?: string;
}

type KeywordNode = Parameters<NonNullable<EvaluationPlugin['beforeKeyword']>>[0];

/** Failures inside these keywords do not help the sender to correct the data. */
const speaksForItself = new Set(['contains', 'not']);

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
      // The data broke the keyword that applied the schema `false`.
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
