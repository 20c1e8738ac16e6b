import type { components, paths } from '@ces/sdk/generated/api';

/** The types of the contract, from docs/openapi.json. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, infer Operation> ? (Operation extends object ? P : never) : never;
}[keyof paths];

type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer Found> ? Found : never;

type ContentOf<Part> = Part extends { content: infer Content } ? Content[keyof Content] : undefined;

type Good = 200 | 201 | 202 | 204 | 207;

export type Answer<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer Answers }
    ? { [Status in keyof Answers & Good]: ContentOf<Answers[Status]> }[keyof Answers & Good]
    : never;

export type BodyOf<M extends Method, P extends keyof paths> =
  (Operation<M, P> extends { requestBody?: infer Body } ? ContentOf<NonNullable<Body>> : never) | FormData;
