import { spend } from '../budget.js';
import { WORD } from './code-points.js';
import { Alphabet, type Boundary, PatternRefused, type Program, programOf } from './program.js';

/** The character before a position: none, a word character, or another. */
type Before = 'start' | 'word' | 'other';

interface State {
  readonly before: Before;
  readonly instructions: readonly number[];
  /** The successors by the class of the next code point; the last one belongs to the end of the text. */
  readonly next: (State | 'matched' | 'failed' | undefined)[];
}

/** Limits the comparisons of sets of code points. No sensible pattern reaches it. */
const MAX_SET_EDGES = 500_000;

/**
 * The size of all states of all patterns together: some 30 MB. States can always be built again, so all are dropped when
 * the limit is reached, and the process does not grow with the number of definitions.
 */
const MAX_KEPT = 4_000_000;
const warm = new Set<Pattern>();
let kept = 0;

/**
 * A regular expression of ECMA-262 with the `u` flag that runs in linear time: a deterministic automaton whose
 * states are built when a text first reaches them. Lookaround and back-references are refused.
 */
export class Pattern {
  readonly size: number;
  readonly properties: ReadonlySet<string>;
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  readonly #word: Uint8Array | undefined;
  readonly #marks: Uint32Array;
  #mark = 0;
  #states = new Map<string, State>();
  #first: State | undefined;

  /** Throws `PatternRefused`. */
  constructor(readonly source: string) {
    this.#program = programOf(source);
    const { instructions, sets, properties } = this.#program;
    this.properties = properties;
    const watchesWords = instructions.some(
      (instruction) => instruction.op === 'assert' && /word/.test(instruction.boundary),
    );
    const told = watchesWords ? [...sets, WORD] : sets;
    const comparisons = told.length * told.reduce((edges, set) => edges + set.length, 0);
    if (comparisons > MAX_SET_EDGES) {
      throw new PatternRefused('pattern-too-large', 'The pattern has too many different character classes.');
    }
    this.size = instructions.length + (comparisons >> 3);
    this.#alphabet = new Alphabet(told);
    this.#word = watchesWords ? this.#alphabet.members.at(-1) : undefined;
    this.#marks = new Uint32Array(instructions.length);
  }

  /** Says whether any part of the text matches, as `RegExp.prototype.test` does. */
  test(text: string): boolean {
    spend(10 + text.length);
    const alphabet = this.#alphabet;
    let state = (this.#first ??= this.#state('start', [this.#program.start]));
    for (let at = 0; at < text.length; at += 1) {
      let codePoint = text.charCodeAt(at);
      if (codePoint >= 0xd800 && codePoint <= 0xdbff) {
        codePoint = text.codePointAt(at) ?? codePoint;
        if (codePoint > 0xffff) at += 1;
      }
      const letter = alphabet.classOf(codePoint);
      const next = state.next[letter] ?? this.#step(state, letter);
      if (next === 'matched') return true;
      if (next === 'failed') return false;
      state = next;
    }
    return (state.next[alphabet.size] ?? this.#step(state, alphabet.size)) === 'matched';
  }

  #step(state: State, letter: number): State | 'matched' | 'failed' {
    const next = this.#successor(state, letter);
    state.next[letter] = next;
    return next;
  }

  #successor(state: State, letter: number): State | 'matched' | 'failed' {
    const atEnd = letter === this.#alphabet.size;
    const isWord = !atEnd && this.#word?.[letter] === 1;
    const reached: number[] = [];
    if (this.#follow(state, letter, { atEnd, isWord }, reached)) return 'matched';
    if (atEnd) return 'failed';
    if (!this.#program.anchored) reached.push(this.#program.start);
    if (reached.length === 0) return 'failed';
    return this.#state(
      isWord ? 'word' : 'other',
      [...new Set(reached)].sort((a, b) => a - b),
    );
  }

  /** Collects the instructions that the letter leads to; true as soon as the pattern has matched before it. */
  #follow(state: State, letter: number, after: { atEnd: boolean; isWord: boolean }, reached: number[]): boolean {
    const { instructions } = this.#program;
    const { members } = this.#alphabet;
    const pending = [...state.instructions];
    this.#mark += 1;
    let visited = 0;
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const instruction = instructions[at];
      if (instruction === undefined || this.#marks[at] === this.#mark) continue;
      this.#marks[at] = this.#mark;
      visited += 1;
      if (instruction.op === 'match') return true;
      if (instruction.op === 'take') {
        if (!after.atEnd && members[instruction.set]?.[letter] === 1) reached.push(instruction.next);
      } else if (instruction.op === 'fork') pending.push(instruction.other, instruction.next);
      else if (holds(instruction.boundary, state.before, after)) pending.push(instruction.next);
    }
    spend(40 + 4 * visited + 10 * reached.length);
    return false;
  }

  #state(before: Before, instructions: readonly number[]): State {
    const key = `${before} ${instructions.join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (kept > MAX_KEPT) coolDown();
    kept += 2 * instructions.length + this.#alphabet.size + 20;
    warm.add(this);
    const state: State = { before, instructions, next: [] };
    this.#states.set(key, state);
    return state;
  }

  forget(): void {
    this.#states = new Map();
    this.#first = undefined;
  }
}

function coolDown(): void {
  for (const pattern of warm) pattern.forget();
  warm.clear();
  kept = 0;
}

function holds(boundary: Boundary, before: Before, after: { atEnd: boolean; isWord: boolean }): boolean {
  switch (boundary) {
    case 'start':
      return before === 'start';
    case 'end':
      return after.atEnd;
    case 'word':
      return (before === 'word') !== after.isWord;
    case 'not-word':
      return (before === 'word') === after.isWord;
  }
}
