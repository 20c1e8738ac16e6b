import {
  getMetadataStorage,
  type ValidationArguments,
  type ValidationError,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { didYouMean, listOfNames, nearestName } from './did-you-mean.js';
import { fragmentStep } from '../json/escape-step.js';
import { inPlainWords } from './plain-rules.js';
import type { Fault } from '../problems.js';

/** Rules that say what a field is, in the order in which the detail of a missing field names them. */
const telling = ['isArray', 'isObject', 'isString', 'isInt', 'isNumber', 'isBoolean', 'isIn', 'isMoment'];

interface Broken {
  error: ValidationError;
  pointer: string;
  /** As it was sent: class-validator has removed the unknown fields of `error.target`. */
  sent: unknown;
}

/** Explains the faults of a field and of the fields below it, so that the caller can correct them. */
export function explainFaults(error: ValidationError, prefix: string, sent: unknown): Fault[] {
  const pointer = `${prefix}/${fragmentStep(error.property)}`;
  const broken = { error, pointer, sent };
  const inner = isObject(sent) ? sent[error.property] : undefined;
  return [...faultsOf(broken), ...(error.children ?? []).flatMap((child) => explainFaults(child, pointer, inner))];
}

function faultsOf(broken: Broken): Fault[] {
  const { error, pointer } = broken;
  const rules = Object.entries(error.constraints ?? {});
  if (rules.length === 0) return [];
  if (error.constraints?.['whitelistValidation'] !== undefined)
    return [{ pointer, code: 'unknown-field', detail: unknownField(error.property, error.target) }];
  if (error.value === undefined) return [{ pointer, code: 'required', detail: missingField(broken, rules) }];
  return withoutRulesOfLetters(rules, error.value).flatMap(([rule, message]) =>
    brokenRule(broken, rule, detailOf(message, error.property)),
  );
}

/** An empty text breaks the rules for its letters, too, but what it lacks is letters. */
function withoutRulesOfLetters(rules: [string, string][], value: unknown): [string, string][] {
  const isTooShort = value === '' && rules.some(([rule]) => rule === 'isLength');
  return isTooShort ? rules.filter(([rule]) => rule !== 'matches') : rules;
}

export function unknownField(property: string, target: object | undefined): string {
  const known = fieldsOf(target);
  return `is not a field of this request, which has ${listOfNames(known)}${didYouMean(property, known)}`;
}

function missingField({ error, sent }: Broken, rules: [string, string][]): string {
  const told = rules
    .filter(([rule]) => telling.includes(rule))
    .sort(([a], [b]) => telling.indexOf(a) - telling.indexOf(b))
    .map(([, message]) => detailOf(message, error.property));
  const others = rules.filter(([rule]) => rule !== 'isDefined').map(([, message]) => detailOf(message, error.property));
  const words = told.length > 0 ? told : others.slice(0, 1);
  const known = fieldsOf(error.target);
  const strange = isObject(sent) ? Object.keys(sent).filter((name) => !known.has(name)) : [];
  const instead = nearestName(error.property, strange);
  const hint = instead === undefined ? '' : `; "${instead}" was sent, which is not a field`;
  return `is required${words.length > 0 ? `: it ${words.join(', and ')}` : ''}${hint}`;
}

function brokenRule({ error, pointer }: Broken, rule: string, detail: string): Fault[] {
  const { value } = error as { value: unknown };
  const code = kebab(rule);
  const at = (place: string, given: unknown): Fault => ({
    pointer: place,
    code,
    detail: rule === 'isIn' ? `${detail}${didYouMean(given, valuesOf(error))}` : detail,
  });
  const items = faultyItems(error, rule);
  if (!Array.isArray(value) || items.length === 0) return [at(pointer, value)];
  return items.map((index) => at(`${pointer}/${index}`, value[index]));
}

/** `name must be a string` → `must be a string`, because the pointer names the field. Bounds are said in plain words. */
function detailOf(message: string, property: string): string {
  const rest = message.replace(/^each value in /, '');
  return inPlainWords(rest.startsWith(`${property} `) ? rest.slice(property.length + 1) : message);
}

function rulesOf(target: object | undefined) {
  if (target === undefined) return [];
  return getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
}

export function fieldsOf(target: object | undefined): Set<string> {
  return new Set(rulesOf(target).map(({ propertyName }) => propertyName));
}

function valuesOf({ target, property }: ValidationError): string[] {
  const rule = rulesOf(target).find(({ propertyName, name }) => propertyName === property && name === 'isIn');
  const [values] = (rule?.constraints ?? []) as unknown[];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

/** Finds the items of a list that break a rule with `each`. class-validator names only the list. */
function faultyItems({ target, property, value }: ValidationError, constraint: string): number[] {
  if (!Array.isArray(value) || target === undefined) return [];
  const storage = getMetadataStorage();
  for (const rule of rulesOf(target).filter((each) => each.propertyName === property && each.each)) {
    const validator = storage.getTargetValidatorConstraints(rule.constraintCls).find(({ name }) => name === constraint);
    if (!validator) continue;
    const about = { value, constraints: rule.constraints, targetName: '', object: target, property };
    return (value as unknown[]).flatMap((item, index) => (holds(validator.instance, item, about) ? [] : [index]));
  }
  return [];
}

function holds(rule: ValidatorConstraintInterface, item: unknown, about: ValidationArguments): boolean {
  return rule.validate(item, about) === true;
}

/** `isString` → `is-string`: spells class-validator's codes like all other codes. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
