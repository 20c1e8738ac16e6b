import { testConfig } from '@ces/testing/services/test-config';
import { GatewayConfig } from '../src/gateway.config.js';
import { createGateway } from '../src/server/create-gateway.js';

export interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Answer {
  $ref?: string;
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, Content>;
}

interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}

export interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
  };
}

export interface Place {
  /** `POST /api/1/terminal/webhooks` */
  key: string;
  method: string;
  path: string;
  operation: Operation;
}

interface Published {
  openApi: Document;
  asyncApi: Record<string, unknown>;
}

let published: Promise<Published> | undefined;

export function publishedDocuments(): Promise<Published> {
  return (published ??= publish());
}

async function publish(): Promise<Published> {
  const gateway = await createGateway(testConfig(GatewayConfig, {}));
  const read = async (url: string): Promise<unknown> => (await gateway.inject({ url })).json();
  try {
    const [openApi, asyncApi] = [await read('/openapi.json'), await read('/asyncapi.json')];
    return { openApi: openApi as Document, asyncApi: asyncApi as Record<string, unknown> };
  } finally {
    await gateway.close();
  }
}

/** The operations, with the parameters that they share. */
export function placesOf({ paths, components }: Document): Place[] {
  const resolved = (given: Parameter & { $ref?: string }): Parameter =>
    components.parameters[given.$ref?.split('/').at(-1) ?? ''] ?? given;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation: { ...operation, parameters: (operation.parameters ?? []).map(resolved) },
    })),
  );
}

export function propertiesOf(node: unknown, at = ''): { at: string; schema: Schema }[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    // An example may hold a JSON Schema, which is data.
    if (key === 'example' || key === 'examples') return [];
    const own = key === 'properties' ? Object.entries(value as Record<string, Schema>) : ([] as [string, Schema][]);
    const found = own.map(([name, schema]) => ({ at: `${at}/${name}`, schema }));
    return [...found, ...propertiesOf(value, key === 'properties' ? at : `${at}/${key}`)];
  });
}
