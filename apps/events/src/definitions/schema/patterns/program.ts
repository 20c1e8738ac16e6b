import { type AST, RegExpParser } from '@eslint-community/regexpp';
import {
  type CodePoints,
  complement,
  contains,
  DIGITS,
  NOT_LINE_END,
  propertyCodePoints,
  SPACE,
  union,
  WORD,
} from './code-points.js';

/** The refusal of a pattern that is not ECMAScript (`pattern-invalid`), or that cannot run in bounded time. */
export class PatternRefused extends Error {
  constructor(
    readonly code: 'pattern-invalid' | 'pattern-not-supported' | 'pattern-too-large',
    detail: string,
  ) {
    super(detail);
  }
}

export type Boundary = 'start' | 'end' | 'word' | 'not-word';

/** One step of a Thompson automaton; `next` and `other` are indexes into the program. */
type Instruction =
  | { op: 'match' }
  | { op: 'take'; set: number; next: number }
  | { op: 'fork'; next: number; other: number }
  | { op: 'assert'; boundary: Boundary; next: number };

export interface Program {
  instructions: Instruction[];
  start: number;
  sets: CodePoints[];
  /** True when a match can begin only at the start of the text. */
  anchored: boolean;
  properties: ReadonlySet<string>;
}

/** Counted repeats are written out, so `a{1000}` takes a thousand instructions. */
const MAX_INSTRUCTIONS = 10_000;

const parser = new RegExpParser({ ecmaVersion: 2025 });

/** The pattern as ECMA-262 reads it with the `u` flag. */
export function programOf(source: string): Program {
  try {
    return new Builder().build(parser.parsePattern(source, 0, source.length, { unicode: true }));
  } catch (error) {
    if (error instanceof PatternRefused) throw error;
    if (error instanceof RangeError) throw new PatternRefused('pattern-too-large', 'The pattern is nested too deeply.');
    const reason = error instanceof Error ? error.message.replace(/^.*\/: /s, '') : 'unknown';
    throw new PatternRefused('pattern-invalid', `Not a regular expression of ECMA-262: ${reason}.`);
  }
}

/** Writes the program from its end to its start: each element is given the instruction that follows it. */
class Builder {
  readonly #instructions: Instruction[] = [];
  readonly #sets = new Map<string, { index: number; set: CodePoints }>();
  readonly #properties = new Set<string>();

  build(pattern: AST.Pattern): Program {
    const start = this.#alternatives(pattern.alternatives, this.#add({ op: 'match' }));
    return {
      instructions: this.#instructions,
      start,
      sets: [...this.#sets.values()].map(({ set }) => set),
      anchored: pattern.alternatives.every(({ elements: [first] }) => isStart(first)),
      properties: this.#properties,
    };
  }

  #add(instruction: Instruction): number {
    if (this.#instructions.length >= MAX_INSTRUCTIONS) {
      throw new PatternRefused('pattern-too-large', 'The pattern is too large with its repeats written out.');
    }
    return this.#instructions.push(instruction) - 1;
  }

  #alternatives(alternatives: readonly AST.Alternative[], next: number): number {
    return alternatives
      .map(({ elements }) => elements.reduceRight((after, element) => this.#element(element, after), next))
      .reduceRight((other, entry) => this.#add({ op: 'fork', next: entry, other }));
  }

  #element(element: AST.Element, next: number): number {
    switch (element.type) {
      case 'Group':
        if (element.modifiers) throw notSupported('modifiers');
        return this.#alternatives(element.alternatives, next);
      case 'CapturingGroup':
        return this.#alternatives(element.alternatives, next);
      case 'Quantifier':
        return this.#repeat(element, next);
      case 'Assertion':
        return this.#assertion(element, next);
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#add({ op: 'take', set: this.#indexOf(this.#codePoints(element)), next });
      case 'Backreference':
        throw notSupported('back-references');
      case 'ExpressionCharacterClass':
        throw notSupported('set notation');
    }
  }

  #assertion(assertion: AST.Assertion, next: number): number {
    switch (assertion.kind) {
      case 'start':
      case 'end':
        return this.#add({ op: 'assert', boundary: assertion.kind, next });
      case 'word':
        return this.#add({ op: 'assert', boundary: assertion.negate ? 'not-word' : 'word', next });
      default:
        throw notSupported(`${assertion.kind}s`);
    }
  }

  #repeat({ element, min, max }: AST.Quantifier, next: number): number {
    let entry = max === Infinity ? this.#anyNumberOf(element, next) : next;
    if (max !== Infinity) {
      for (let count = min; count < max; count += 1) {
        const before = this.#instructions.length;
        const once = this.#element(element, entry);
        if (this.#instructions.length === before) break; // An empty element stays empty in every repetition.
        entry = this.#add({ op: 'fork', next: once, other: next });
      }
    }
    for (let count = 0; count < min; count += 1) {
      const before = this.#instructions.length;
      entry = this.#element(element, entry);
      if (this.#instructions.length === before) break;
    }
    return entry;
  }

  #anyNumberOf(element: AST.QuantifiableElement, next: number): number {
    const fork = { op: 'fork' as const, next, other: next };
    const entry = this.#add(fork);
    fork.next = this.#element(element, entry);
    return entry;
  }

  #codePoints(element: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.CharacterClassRange): CodePoints {
    switch (element.type) {
      case 'Character':
        return [element.value, element.value];
      case 'CharacterClassRange':
        return [element.min.value, element.max.value];
      case 'CharacterSet':
        return this.#characterSet(element);
      case 'CharacterClass': {
        if (element.unicodeSets) throw notSupported('set notation');
        const members = union(element.elements.map((member) => this.#codePoints(member)));
        return element.negate ? complement(members) : members;
      }
    }
  }

  #characterSet(element: AST.CharacterSet): CodePoints {
    if (element.kind === 'any') return NOT_LINE_END;
    const set = this.#escape(element);
    return element.negate ? complement(set) : set;
  }

  #escape(element: AST.EscapeCharacterSet | AST.UnicodePropertyCharacterSet): CodePoints {
    if (element.kind !== 'property') return { digit: DIGITS, space: SPACE, word: WORD }[element.kind];
    const property = element.value === null ? element.key : `${element.key}=${element.value}`;
    this.#properties.add(property);
    return propertyCodePoints(property);
  }

  #indexOf(set: CodePoints): number {
    const key = set.join();
    const known = this.#sets.get(key);
    if (known !== undefined) return known.index;
    const index = this.#sets.size;
    this.#sets.set(key, { index, set });
    return index;
  }
}

function isStart(element: AST.Element | undefined): boolean {
  return element?.type === 'Assertion' && element.kind === 'start';
}

function notSupported(what: string): PatternRefused {
  return new PatternRefused(
    'pattern-not-supported',
    `Patterns with ${what} are not supported: they cannot be matched in linear time.`,
  );
}

/** Code points that no set of the program tells apart share a class, so transitions are few. */
export class Alphabet {
  /** The classes that each set holds. */
  readonly members: Uint8Array[];
  readonly size: number;
  readonly #firsts: number[];
  readonly #classes: Uint16Array;
  readonly #ascii = new Uint16Array(128);

  constructor(sets: readonly CodePoints[]) {
    const edges = new Set([0]);
    for (const set of sets) set.forEach((edge, at) => edges.add(edge + (at % 2)));
    this.#firsts = [...edges].filter((edge) => edge <= 0x10ffff).sort((a, b) => a - b);
    const classes = new Map<string, number>();
    this.#classes = Uint16Array.from(this.#firsts, (first) => {
      const signature = sets.map((set) => (contains(set, first) ? '1' : '0')).join('');
      const known = classes.get(signature) ?? classes.size;
      classes.set(signature, known);
      return known;
    });
    this.size = classes.size;
    const signatures = [...classes.keys()];
    this.members = sets.map((_, set) => Uint8Array.from(signatures, (signature) => Number(signature[set])));
    for (let codePoint = 0; codePoint < 128; codePoint += 1) this.#ascii[codePoint] = this.#search(codePoint);
  }

  classOf(codePoint: number): number {
    return (codePoint < 128 ? this.#ascii[codePoint] : undefined) ?? this.#search(codePoint);
  }

  #search(codePoint: number): number {
    let low = 0;
    let high = this.#firsts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#firsts[middle] ?? 0) <= codePoint) low = middle;
      else high = middle - 1;
    }
    return this.#classes[low] ?? 0;
  }
}
