// The entry of the package `@ces/sdk`: all that it promises stands here.
export type { components, operations, paths } from './generated/api.ts';
