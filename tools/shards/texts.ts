// The texts that an expression of a store can become, read from the source without running it. An expression that is not
// understood throws, because a guess could hide a table.
import ts from 'typescript';
import { declarationOf, type Declaration } from './declarations.ts';

export class NotUnderstood extends Error {}

/** Arguments of functions that are being read. */
type Bound = ReadonlyMap<ts.Node, string[]>;

const mostTexts = 64;

/** A number that depends on data: it stands for a parameter's number or a place, and can hide no table. */
const anyNumber = '9';

/** Functions whose answers depend on data, and a table or text that stands for them. */
const standIns: Record<string, string> = { identifierTable: 'file_of_upload' };

export function textsOf(node: ts.Expression, bound: Bound = new Map()): string[] {
  const texts = [...new Set(read(node, bound))];
  if (texts.length > mostTexts) throw new NotUnderstood('too many texts');
  return texts;
}

function read(node: ts.Expression, bound: Bound): string[] {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return textsOf(node.expression, bound);
  if (ts.isPrefixUnaryExpression(node)) return textsOf(node.operand, bound).map((text) => `-${text}`);
  if (ts.isTemplateExpression(node)) return readTemplate(node, bound);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue, bound), ...textsOf(node.whenFalse, bound)];
  if (ts.isBinaryExpression(node)) return readBinary(node, bound);
  if (ts.isCallExpression(node)) return readCall(node, bound);
  if (ts.isIdentifier(node)) return readName(node, bound);
  if (ts.isPropertyAccessExpression(node))
    return objectsOf(node.expression).flatMap((each) => propertyOf(each, node.name.text, bound));
  throw notUnderstood(node);
}

function notUnderstood(node: ts.Node): NotUnderstood {
  return new NotUnderstood(`\`${node.getText().replace(/\s+/g, ' ').slice(0, 60)}\` depends on data`);
}

function readTemplate({ head, templateSpans }: ts.TemplateExpression, bound: Bound): string[] {
  let texts = [head.text];
  for (const { expression, literal } of templateSpans) {
    const parts = textsOf(expression, bound);
    texts = texts.flatMap((text) => parts.map((part) => text + part + literal.text));
  }
  return texts;
}

function readBinary(node: ts.BinaryExpression, bound: Bound): string[] {
  const isNumber = [node.left, node.right].some((side) => ts.isNumericLiteral(side) || ts.isBinaryExpression(side));
  if (isNumber) return [anyNumber];
  if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) throw notUnderstood(node);
  return textsOf(node.left, bound).flatMap((left) => textsOf(node.right, bound).map((right) => left + right));
}

function readCall(call: ts.CallExpression, bound: Bound): string[] {
  const { expression, arguments: args } = call;
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'join')
    return readJoin(expression.expression, args[0], bound);
  if (!ts.isIdentifier(expression)) throw notUnderstood(call);
  const standIn = standIns[expression.text];
  if (standIn !== undefined) return [standIn];
  const declared = declarationOf(expression);
  const called = declared && functionOf(declared);
  if (!called) throw notUnderstood(call);
  const inside = new Map(bound);
  called.parameters.forEach((parameter, place) => {
    const given = args[place] ?? parameter.initializer;
    if (given) bindIfUnderstood(inside, parameter, given, bound);
  });
  return answersOf(called).flatMap((answer) => textsOf(answer, inside));
}

function bindIfUnderstood(into: Map<ts.Node, string[]>, parameter: ts.Node, given: ts.Expression, bound: Bound): void {
  try {
    into.set(parameter, textsOf(given, bound));
  } catch (error) {
    // The text of the function may not need this argument.
    if (!(error instanceof NotUnderstood)) throw error;
  }
}

type Called = ts.FunctionDeclaration | ts.ArrowFunction;

function functionOf(declared: Declaration): Called | undefined {
  if (ts.isFunctionDeclaration(declared)) return declared;
  return declared.initializer && ts.isArrowFunction(declared.initializer) ? declared.initializer : undefined;
}

function answersOf({ body }: Called): ts.Expression[] {
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  return body.statements.flatMap((each) => (ts.isReturnStatement(each) && each.expression ? [each.expression] : []));
}

/** One member stands for an array whose members depend on data. */
function readJoin(array: ts.Expression, separator: ts.Expression | undefined, bound: Bound): string[] {
  const glue = separator ? textsOf(separator, bound) : [','];
  const members = membersOf(array, bound);
  return glue.flatMap((between) => {
    const known = members.every((texts) => texts.length === 1);
    return known ? [members.map(([text]) => text).join(between)] : members.flat();
  });
}

function membersOf(array: ts.Expression, bound: Bound): string[][] {
  if (ts.isArrayLiteralExpression(array)) return array.elements.map((each) => textsOf(each, bound));
  if (ts.isIdentifier(array)) {
    const declared = declarationOf(array);
    if (declared && !ts.isFunctionDeclaration(declared) && declared.initializer)
      return membersOf(declared.initializer, bound);
  }
  if (!ts.isCallExpression(array) || !ts.isPropertyAccessExpression(array.expression)) throw notUnderstood(array);
  const [make] = array.arguments;
  if (array.expression.name.text !== 'map' || !make || !ts.isArrowFunction(make)) throw notUnderstood(array);
  const [parameter] = make.parameters;
  const source = array.expression.expression;
  const given = parameter && ts.isArrayLiteralExpression(source) ? membersOf(source, bound) : [undefined];
  return given.map((texts) => {
    const inside = new Map(bound);
    if (parameter && texts) inside.set(parameter, texts);
    return answersOf(make).flatMap((answer) => textsOf(answer, inside));
  });
}

function readName(name: ts.Identifier, bound: Bound): string[] {
  const declared = declarationOf(name);
  if (!declared || ts.isFunctionDeclaration(declared)) throw notUnderstood(name);
  const given = bound.get(declared);
  if (given) return given;
  if (ts.isParameter(declared)) return readParameter(declared);
  if (ts.isBindingElement(declared)) return readPart(declared, bound);
  const loop = declared.parent.parent;
  if (ts.isForOfStatement(loop)) return membersOf(loop.expression, bound).flat();
  if (!declared.initializer) throw notUnderstood(name);
  return textsOf(declared.initializer, bound);
}

/** A parameter is one of the texts of its type, or what the callers in its file give. */
function readParameter(parameter: ts.ParameterDeclaration): string[] {
  const { type } = parameter;
  if (type?.kind === ts.SyntaxKind.NumberKeyword || isIndex(parameter)) return [anyNumber];
  const types = type && ts.isUnionTypeNode(type) ? type.types : type ? [type] : [];
  const literals = types.flatMap((each) =>
    ts.isLiteralTypeNode(each) && ts.isStringLiteral(each.literal) ? [each.literal.text] : [],
  );
  if (literals.length > 0 && literals.length === types.length) return literals;
  const called = parameter.parent;
  const place = called.parameters.indexOf(parameter);
  const given = callersOf(called).flatMap(({ arguments: args }) => args[place] ?? []);
  if (given.length === 0) throw notUnderstood(parameter);
  return given.flatMap((each) => textsOf(each));
}

/** The second parameter of a function for `map`. */
function isIndex(parameter: ts.ParameterDeclaration): boolean {
  const made = parameter.parent;
  const call = made.parent;
  return (
    made.parameters[1] === parameter &&
    ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    call.expression.name.text === 'map'
  );
}

function callersOf(called: ts.SignatureDeclaration): ts.CallExpression[] {
  const name = called.name && ts.isIdentifier(called.name) ? called.name.text : undefined;
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const own = ts.isPropertyAccessExpression(expression) && expression.expression.kind === ts.SyntaxKind.ThisKeyword;
      const callee = own ? expression.name.text : ts.isIdentifier(expression) ? expression.text : undefined;
      if (name !== undefined && callee === name) found.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(called.getSourceFile());
  return found;
}

/** `const [a, b] = condition ? [x, y] : [z, w]`. */
function readPart(part: ts.BindingElement, bound: Bound): string[] {
  const whole = part.parent.parent;
  if (!ts.isArrayBindingPattern(part.parent) || !ts.isVariableDeclaration(whole) || !whole.initializer)
    throw notUnderstood(part);
  const place = part.parent.elements.indexOf(part);
  return choicesOf(whole.initializer).flatMap((array) => {
    const member = ts.isArrayLiteralExpression(array) ? array.elements[place] : undefined;
    if (!member) throw notUnderstood(part);
    return textsOf(member, bound);
  });
}

function choicesOf(node: ts.Expression): ts.Expression[] {
  return ts.isConditionalExpression(node) ? [...choicesOf(node.whenTrue), ...choicesOf(node.whenFalse)] : [node];
}

/** The object literals that a constant, or a member of a constant array, can be. */
function objectsOf(node: ts.Expression): ts.ObjectLiteralExpression[] {
  if (ts.isObjectLiteralExpression(node)) return [node];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(objectsOf);
  if (ts.isElementAccessExpression(node)) return objectsOf(node.expression);
  if (ts.isIdentifier(node)) {
    const declared = declarationOf(node);
    if (declared && ts.isVariableDeclaration(declared) && declared.initializer) return objectsOf(declared.initializer);
  }
  throw notUnderstood(node);
}

function propertyOf(object: ts.ObjectLiteralExpression, name: string, bound: Bound): string[] {
  const found = object.properties.find((each) => each.name && ts.isIdentifier(each.name) && each.name.text === name);
  if (!found || !ts.isPropertyAssignment(found)) throw notUnderstood(object);
  return textsOf(found.initializer, bound);
}
