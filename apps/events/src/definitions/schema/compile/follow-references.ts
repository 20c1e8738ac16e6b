import * as Browser from '@hyperjump/browser';
import { canonicalUri, type SchemaDocument } from '@hyperjump/json-schema/experimental';
import type { Fault } from '../faults.js';
import { isObject, type Json, pointerTo } from '../json.js';
import { subschemas } from './subschemas.js';

type Schema = Browser.Browser<SchemaDocument>;

/** The meta-schemas of the draft come with the interpreter, and are the only schemas that a definition shares. */
const META_SCHEMA = /^https:\/\/json-schema\.org\/draft\/2020-12\/[^#]*#(?<inside>.*)$/;

export interface References {
  /** The place of each schema in the definition, by the address that the interpreter gives it. */
  pointers: ReadonlyMap<string, string>;
  faults: Fault[];
}

/** Follows every reference as the interpreter does: each must lead to a schema of this definition or of the draft. */
export async function followReferences(root: Schema): Promise<References> {
  const walk = new Walk();
  await walk.visit(root, '#');
  return { pointers: walk.pointers, faults: walk.faults() };
}

class Walk {
  readonly pointers = new Map<string, string>();
  readonly #faults: Fault[] = [];
  readonly #targets: { pointer: string; uri: string }[] = [];

  async visit(schema: Schema, pointer: string): Promise<void> {
    const uri = canonicalUri(schema);
    if (this.pointers.has(uri) || META_SCHEMA.test(uri)) {
      this.#refuse(pointerTo(pointer, '$id'), 'id-taken', 'The identifier belongs to another schema.');
      return;
    }
    this.pointers.set(uri, pointer);
    const value = Browser.value<Json>(schema);
    if (!isObject(value)) return;
    await this.#follow(schema, value, pointer);
    for (const { path } of subschemas(value)) {
      let inner: Browser.Browser = schema;
      for (const segment of path) inner = await Browser.step(segment, inner);
      await this.visit(inner as Schema, pointerTo(pointer, ...path));
    }
  }

  faults(): Fault[] {
    for (const { pointer, uri } of this.#targets) {
      const inside = META_SCHEMA.exec(uri)?.groups?.['inside'];
      const isShared = inside !== undefined && /^(?:\/\$defs\/[^/]+)?$/.test(inside);
      if (!isShared && !this.pointers.has(uri)) {
        this.#refuse(pointer, 'reference-not-a-schema', 'The reference does not lead to a schema.');
      }
    }
    return this.#faults;
  }

  async #follow(schema: Schema, value: object, pointer: string): Promise<void> {
    for (const keyword of ['$ref', '$dynamicRef']) {
      if (!Object.hasOwn(value, keyword)) continue;
      const at = pointerTo(pointer, keyword);
      try {
        const target = await Browser.step(keyword, schema);
        const dynamic = Browser.value<unknown>(target);
        const end = typeof dynamic === 'string' ? await Browser.get(dynamic, { ...target }) : target;
        this.#targets.push({ pointer: at, uri: canonicalUri(end as Schema) });
      } catch {
        this.#refuse(
          at,
          'reference-outside',
          'The reference leads nowhere inside the definition, and nothing is fetched.',
        );
      }
    }
  }

  #refuse(pointer: string, code: string, detail: string): void {
    this.#faults.push({ pointer, code, detail });
  }
}
