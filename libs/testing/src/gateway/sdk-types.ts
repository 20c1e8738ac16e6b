import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

interface Operation {
  /** A shared parameter is a `$ref`: all of them are headers. */
  parameters?: { in?: string }[];
  responses?: Record<string, { headers?: object }>;
}

const banner = `// Generated from docs/openapi.json: UPDATE_DOCS=1 npm test -- openapi
`;

/**
 * The types of `libs/sdk/src/generated/api.ts`. They leave out refusals, which the sdk throws as a `CesError`, and headers,
 * which it handles itself.
 */
export async function sdkTypesOf(openapi: string): Promise<string> {
  const document = JSON.parse(openapi) as OpenAPI3;
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path as Record<string, Operation | undefined>)) lean(operation);
  delete document.components?.responses;
  delete document.components?.headers;
  delete document.components?.parameters;
  const ast = await openapiTypescript(document, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
  });
  return banner + astToString(ast);
}

function lean(operation: Operation | undefined): void {
  if (operation?.parameters)
    operation.parameters = operation.parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  if (operation?.responses === undefined) return;
  const answers = Object.entries(operation.responses).filter(([status]) => /^2/.test(status));
  for (const [, answer] of answers) delete answer.headers;
  operation.responses = Object.fromEntries(answers);
}
