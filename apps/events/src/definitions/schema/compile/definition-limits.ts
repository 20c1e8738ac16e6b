import type { Fault } from '../faults.js';
import { isObject, type Json, own, pointerTo } from '../json.js';
import { subschemas } from './subschemas.js';

export const MAX_BYTES = 128 * 1024;
const MAX_DEPTH = 64;
const MAX_SUBSCHEMAS = 2_000;

const TYPES = 7;

/** Refuses deep nesting, counted as the gateway counts it: `{}` is 1 deep. */
export function tooDeep(value: Json): Fault | undefined {
  const path = pathBeyondDepth(value, 1);
  if (path === undefined) return undefined;
  const detail = `A definition may be nested ${MAX_DEPTH} deep.`;
  return { pointer: pointerTo('#', ...path.reverse()), code: 'nesting-too-deep', detail };
}

/** The path to the first value that is too deep, from the inside out. */
function pathBeyondDepth(value: Json, depth: number): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return [];
  for (const [name, inner] of Object.entries(value)) {
    const path = pathBeyondDepth(inner, depth + 1);
    if (path !== undefined) return [...path, name];
  }
  return undefined;
}

interface Found {
  schema: Json;
  path: string[];
  parent: Found | undefined;
}

/** Refuses definitions that would slow the later checks. The definition may still be malformed in any way. */
export function tooLarge(root: Json): Fault | undefined {
  const found: Found[] = [{ schema: root, path: [], parent: undefined }];
  for (const parent of found) {
    const type = isObject(parent.schema) ? own(parent.schema, 'type') : undefined;
    if (Array.isArray(type) && type.length > TYPES) {
      return { pointer: pointerTo(pointerOf(parent), 'type'), code: 'type', detail: `There are only ${TYPES} types.` };
    }
    for (const { path, schema } of isObject(parent.schema) ? subschemas(parent.schema) : []) {
      found.push({ schema, path, parent });
      if (found.length > MAX_SUBSCHEMAS) return tooMany({ schema, path, parent });
    }
  }
  return undefined;
}

function tooMany(found: Found): Fault {
  const detail = `A definition may have ${MAX_SUBSCHEMAS} subschemas, itself included; this is the first beyond.`;
  return { pointer: pointerOf(found), code: 'too-many-subschemas', detail };
}

function pointerOf({ path, parent }: Found): string {
  return pointerTo(parent === undefined ? '#' : pointerOf(parent), ...path);
}
