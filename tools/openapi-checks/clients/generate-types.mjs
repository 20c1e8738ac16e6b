// openapi-typescript has no type for files. Its documentation asks users to add one like this.
import { writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { factory } from 'typescript';

const [from, to] = process.argv.slice(2);
const blob = factory.createTypeReferenceNode('Blob');
const ast = await openapiTypescript(new URL(from, import.meta.url), {
  transform: ({ format }) => (format === 'binary' ? blob : undefined),
});
writeFileSync(new URL(to, import.meta.url), astToString(ast));
