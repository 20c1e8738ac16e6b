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
  /** The answer of each status: a class, a list of one class, or only words. */
  answers: Partial<Record<number, Class<object> | [Class<object>] | string>>;
  /** Codes that `completeDocument` does not add by itself. */
  problems?: ProblemCode[];
  body?: ApiBodyOptions;
}

/** A route's entry in the OpenAPI document. `completeDocument` adds what follows from its token and method. */
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
