import * as mapped from '@nestjs/mapped-types';
import type * as Swagger from '@nestjs/swagger';
import type { Class } from '../rpc.js';

type Description = (swagger: typeof Swagger) => void;

/**
 * Stand-ins for the decorators and types of `@nestjs/swagger`. They only note what they would do, because a fifth of the modules
 * that a service loads would come from that package, and only the gateway writes documents.
 */
let noted: Description[] = [];

/** Describes all contracts that are loaded, for a document that is written with this package. */
export function describeContracts(swagger: typeof Swagger): void {
  const descriptions = noted;
  noted = [];
  for (const describe of descriptions) describe(swagger);
}

export function ApiProperty(options?: Swagger.ApiPropertyOptions): PropertyDecorator {
  return (prototype, key) => {
    noted.push((swagger) => {
      swagger.ApiProperty(options)(prototype, key);
    });
  };
}

export function ApiPropertyOptional(options?: Swagger.ApiPropertyOptions): PropertyDecorator {
  return ApiProperty({ ...options, required: false } as Swagger.ApiPropertyOptions);
}

export function PartialType<T>(base: Class<T>): Class<Partial<T>> {
  return describedAs(mapped.PartialType(base), (swagger) => swagger.PartialType(base));
}

export function OmitType<T, K extends keyof T>(base: Class<T>, keys: readonly K[]): Class<Omit<T, K>> {
  return describedAs(mapped.OmitType(base, keys), (swagger) => swagger.OmitType(base, keys));
}

export function PickType<T, K extends keyof T>(base: Class<T>, keys: readonly K[]): Class<Pick<T, K>> {
  return describedAs(mapped.PickType(base, keys), (swagger) => swagger.PickType(base, keys));
}

export function IntersectionType<A extends object, B extends object>(first: Class<A>, second: Class<B>): Class<A & B> {
  const type = mapped.IntersectionType(first, second) as Class<A & B>;
  return describedAs(type, (swagger) => swagger.IntersectionType(first, second) as Class<A & B>);
}

function describedAs<T>(type: Class<T>, likeIn: (swagger: typeof Swagger) => Class<object>): Class<T> {
  noted.push((swagger) => {
    const { prototype } = likeIn(swagger) as { prototype: object };
    const listed = Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype) as string[] | undefined;
    for (const key of (listed ?? []).map((each) => each.slice(1))) {
      const options = Reflect.getMetadata('swagger/apiModelProperties', prototype, key) as Swagger.ApiPropertyOptions;
      swagger.ApiProperty(options)(type.prototype as object, key);
    }
  });
  return type;
}
