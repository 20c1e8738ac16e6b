import type { Class } from '@ces/contracts/rpc';
import { problems, type ProblemCode } from '@ces/contracts/problems';
import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiExtension,
  ApiOperation,
  ApiResponse,
  getSchemaPath,
  ApiExtraModels,
  type ApiBodyOptions,
} from '@nestjs/swagger';

interface Description {
  summary: string;
  /** Status and what is answered: a class, a list of one, or only words. */
  answers: Partial<Record<number, Class<object> | [Class<object>] | string>>;
  /** Codes beside those that every route of its kind has. */
  problems?: ProblemCode[];
  body?: ApiBodyOptions;
}

/** A route's entry in the OpenAPI document. What follows from token and method is added by `complete-document`. */
export function Describe({ summary, answers, problems: codes = [], body }: Description) {
  return applyDecorators(
    ApiOperation({ summary }),
    ...(body ? [ApiBody(body)] : []),
    ...Object.entries(answers).map(([status, answer]) => answerOf(Number(status), answer ?? '')),
    ApiExtension('x-problems', codes satisfies (keyof typeof problems)[]),
  );
}

function answerOf(status: number, answer: Class<object> | [Class<object>] | string) {
  if (typeof answer === 'string') return ApiResponse({ status, description: answer });
  if (Array.isArray(answer)) {
    const [item] = answer;
    const schema = { type: 'array', items: { $ref: getSchemaPath(item) } };
    return applyDecorators(
      ApiExtraModels(item),
      ApiResponse({ status, description: `A list of ${item.name}`, schema }),
    );
  }
  return ApiResponse({ status, description: answer.name, type: answer });
}
