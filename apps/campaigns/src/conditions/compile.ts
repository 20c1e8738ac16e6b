import { didYouMean, listOfNames } from '@ces/contracts/faults/did-you-mean';
import { maxUsedProperties } from '@ces/contracts/events/definition-use';
import { dyn, type Type } from '@ces/contracts/events/schema-types';
import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { ConditionFault, ConditionRefused } from './faults.js';
import { compileCall, compileMethod } from './functions.js';
import { macroOf } from './macros.js';
import { compileBinary, compileLogical } from './operators.js';
import { either, originsOfItems, originsOfProperty, Spot } from './origins.js';
import { listOf, literal, minus, read, together } from './parts.js';
import type { Evaluate } from './scope.js';
import { bool, demand, refuse, type Typed } from './typed.js';
import { asBool, asInt, asList, asNumber, asText, isObject, propertyOf } from './values.js';

interface UsedProperty {
  path: readonly string[];
  type: Type;
}

export interface Expression {
  type: Type;
  run: Evaluate;
  uses: UsedProperty[];
  /** The variables that the expression names, such as `card`, or `card.state` if it reads only this property. */
  reads: Set<string>;
  /**
   * The first `"name" in …` whose object cannot have the name: no campaign is saved with it. A version that 0.3.0 saved is
   * judged as before.
   */
  neverIn?: ConditionRefused;
}

/** The library only parses, within limits. Types, meaning and cost are decided here, by the event's schema. */
const parser = new Environment({
  limits: { maxAstNodes: 1_000, maxDepth: 40, maxListElements: 200, maxMapEntries: 50, maxCallArguments: 4 },
});

export function compileExpression(text: string, variables: Readonly<Record<string, Type>>): Expression {
  const compiler = new Compiler(variables);
  const { type, run } = compiler.compile(parse(text));
  const { uses, reads, neverIn } = compiler;
  return { type, run, uses, reads, ...(neverIn ? { neverIn } : {}) };
}

function parse(text: string): ASTNode {
  try {
    return parser.parse(text).ast;
  } catch (error) {
    const { summary, range } = error as { summary?: string; range?: { start: number; end: number } };
    throw new ConditionRefused(summary ?? 'this is not CEL', range?.start, range?.end);
  }
}

class Compiler {
  readonly uses: UsedProperty[] = [];
  readonly reads = new Set<string>();
  neverIn: ConditionRefused | undefined;
  /** Variables of the surrounding macros, the innermost last. */
  private readonly locals: { name: string; typed: Typed }[] = [];

  private readonly event: Spot;

  constructor(private readonly variables: Readonly<Record<string, Type>>) {
    this.event = new Spot([], variables['event'] ?? dyn, (spot) => {
      this.use(spot);
    });
  }

  /** Every part costs one step each time it runs. */
  compile(node: ASTNode): Typed {
    const part = this.part(node);
    const { run } = part;
    return {
      ...part,
      run: (scope) => {
        scope.spend(1);
        return run(scope);
      },
    };
  }

  private part(node: ASTNode): Typed {
    switch (node.op) {
      case 'value':
        return literal(node.args, node);
      case 'id':
        return this.variable(node.args, node.args, node);
      case '.':
        return this.select(this.owner(node.args[0], node.args[1]), node.args[1], node);
      case '[]':
        return this.index(this.compile(node.args[0]), this.compile(node.args[1]), node);
      case 'call':
        return this.call(node.args[0], node.args[1], node);
      case 'rcall':
        return this.method(node.args[0], node.args[1], node.args[2], node);
      case 'list':
        return listOf(node.args.map((each) => this.compile(each)));
      case '?:':
        return this.choice(node.args, node);
      case '!_':
        return this.not(this.compile(node.args), node);
      case '-_':
        return minus(this.compile(node.args), node);
      case '||':
      case '&&': {
        const sides = node.args.map((each) => this.compile(each));
        const [left, right] = sides;
        for (const side of sides) demand(side, ['bool'], node, `each side of ${node.op}`);
        if (!left || !right) refuse(node, 'a side is missing');
        return compileLogical(node.op, left, right);
      }
      case 'map':
      case '.?':
      case '[?]':
        return refuse(node, 'this is not offered in conditions');
      case 'in':
        return this.membership(this.compile(node.args[0]), this.compile(node.args[1]), node);
      default:
        return compileBinary(node.op, this.compile(node.args[0]), this.compile(node.args[1]), node);
    }
  }

  private owner(node: ASTNode, property: string): Typed {
    if (node.op !== 'id') return this.compile(node);
    return this.variable(node.args, `${node.args}.${property}`, node);
  }

  private variable(name: string, read: string, node: ASTNode): Typed {
    const local = this.locals.findLast((each) => each.name === name);
    if (local) return local.typed;
    const type = Object.hasOwn(this.variables, name) ? this.variables[name] : undefined;
    if (!type) refuse(node, this.noVariable(name));
    this.reads.add(read);
    const run: Evaluate = ({ variables }) => variables[name];
    return { type, run, ...(name === 'event' ? { origins: { spots: new Set([this.event]) } } : {}) };
  }

  /** A bare name most often means a property of the event. */
  private noVariable(name: string): string {
    const known = [...this.locals.map((local) => local.name), ...Object.keys(this.variables)];
    const ofEvent = this.variables['event']?.names?.().includes(name) === true;
    const hint = ofEvent ? `; did you mean "event.${name}"?` : didYouMean(name, known);
    return `there is no \`${name}\`; there are ${listOfNames(known)}${hint}`;
  }

  private select(from: Typed, name: string, node: ASTNode): Typed {
    const property = from.type.property?.(name);
    if (!property) refuse(node, noProperty(name, from.type));
    return {
      type: property,
      run: read(property, (scope) => propertyOf(from.run(scope), name, scope)),
      origins: originsOfProperty(from.origins, name),
    };
  }

  private index(from: Typed, key: Typed, node: ASTNode): Typed {
    if (typeof key.literal === 'string') return this.select(from, key.literal, node);
    const isList = from.type.kind === 'list';
    demand(from, ['list', 'object'], node, 'the value before [ ]');
    demand(key, isList ? ['int'] : ['int', 'string'], node, 'the index');
    // The event decides which property is read, so its type is unknown.
    const type = isList ? (from.type.items?.() ?? dyn) : dyn;
    return {
      type,
      run: read(type, (scope) => {
        const [whole, at] = [from.run(scope), key.run(scope)];
        if (isObject(whole)) return propertyOf(whole, asText(at), scope);
        const list = asList(whole);
        const position = asInt(asNumber(at));
        if (position < 0 || position >= list.length) throw new ConditionFault(`there is no item ${position}`);
        return list[position];
      }),
      origins: originsOfItems(from.origins),
    };
  }

  /** A key that is spelt out reads the property of this name, as `has` does. */
  private membership(key: Typed, whole: Typed, node: ASTNode): Typed {
    const found = compileBinary('in', key, whole, node);
    const { kind, property } = whole.type;
    if (typeof key.literal !== 'string' || kind === 'list') return found;
    originsOfProperty(whole.origins, key.literal);
    if (kind === 'object' && !property?.(key.literal))
      this.neverIn ??= new ConditionRefused(noProperty(key.literal, whole.type), node.start, node.end);
    return found;
  }

  private use({ path, type }: Spot): void {
    // Choices within nested macros multiply the places that are read, so their number is limited.
    if (this.uses.length === maxUsedProperties) throw new ConditionRefused('it reads too many properties');
    this.uses.push({ path, type });
  }

  private call(name: string, args: ASTNode[], node: ASTNode): Typed {
    if (name === 'has') return this.has(args, node);
    return compileCall(
      name,
      args.map((arg) => this.compile(arg)),
      node,
    );
  }

  private has([arg, ...more]: ASTNode[], node: ASTNode): Typed {
    if (arg?.op !== '.' || more.length > 0) refuse(node, 'has needs a property, such as has(event.name)');
    const from = this.compile(arg.args[0]);
    const name = arg.args[1];
    this.select(from, name, arg);
    return {
      type: bool,
      run: (scope) => {
        const whole = from.run(scope);
        return isObject(whole) && Object.hasOwn(whole, name);
      },
    };
  }

  private method(name: string, receiver: ASTNode, args: ASTNode[], node: ASTNode): Typed {
    const from = this.compile(receiver);
    const [variable, ...parts] = args;
    const macro = variable?.op === 'id' ? macroOf(name, parts.length) : undefined;
    if (!macro || variable?.op !== 'id') {
      const compiled = args.map((arg) => this.compile(arg));
      return compileMethod(name, from, compiled, node);
    }
    demand(from, ['list'], receiver, `the list of ${name}`);
    const local = this.locals.length;
    const items = from.type.items?.() ?? dyn;
    const typed: Typed = {
      type: items,
      run: read(items, ({ locals }) => locals[local]),
      origins: originsOfItems(from.origins),
    };
    this.locals.push({ name: variable.args, typed });
    const compiled = parts.map((part) => this.compile(part));
    this.locals.pop();
    const conditions = name === 'map' ? compiled.slice(0, -1) : compiled;
    for (const condition of conditions) demand(condition, ['bool'], node, `the condition of ${name}`);
    return macro({ list: from.run, origins: from.origins, local, parts: compiled, items });
  }

  private choice(nodes: readonly ASTNode[], node: ASTNode): Typed {
    const [condition, yes, no] = nodes.map((each) => this.compile(each));
    if (!condition || !yes || !no) refuse(node, 'a part is missing');
    demand(condition, ['bool'], node, 'the condition before ?');
    return {
      type: together([yes, no]),
      run: (scope) => (asBool(condition.run(scope)) ? yes.run(scope) : no.run(scope)),
      origins: either([yes.origins, no.origins]),
    };
  }

  private not(part: Typed, node: ASTNode): Typed {
    demand(part, ['bool'], node, 'what stands after !');
    return { type: bool, run: (scope) => !asBool(part.run(scope)) };
  }
}

function noProperty(name: string, { kind, names }: Type): string {
  const known = names?.() ?? [];
  const there = known.length > 0 ? `; there are ${listOfNames(known)}` : '';
  return `there is no property ${name}${kind === 'object' ? '' : ` of ${kind}`}${there}${didYouMean(name, known)}`;
}
