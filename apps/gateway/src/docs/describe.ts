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
  type ApiResponseOptions,
} from '@nestjs/swagger';
import { BodyDescribed } from '../http/bodies/takes-body.js';

export interface ByMediaType {
  description?: string;
  content: Record<string, { schema: object; example?: unknown; encoding?: object }>;
}

type Answer = Class<object> | [Class<object>] | string | (ByMediaType & { description: string });

interface Description {
  summary: string;
  /** Says what the call does, and what the caller should know before it. `document.spec.ts` demands it. */
  description?: string;
  answers: Partial<Record<number, Answer>>;
  /** Codes that `completeDocument` does not add by itself. */
  problems?: ProblemCode[];
  body?: ApiBodyOptions | ByMediaType;
}

export function Describe({ summary, description, answers, problems: codes = [], body }: Description) {
  return applyDecorators(
    ApiOperation(description === undefined ? { summary } : { summary, description }),
    ...(body ? [bodyOf(body), BodyDescribed()] : []),
    ...Object.entries(answers).map(([status, answer]) => answerOf(Number(status), answer ?? '')),
    ApiExtension('x-problems', codes satisfies (keyof typeof problems)[]),
  );
}

/** `ApiBody` supports no media type but JSON. */
function bodyOf(body: ApiBodyOptions | ByMediaType) {
  return 'content' in body ? ApiExtension('x-body', { required: true, ...body }) : ApiBody(body);
}

function answerOf(status: number, answer: Answer) {
  if (typeof answer === 'string') return ApiResponse({ status, description: answer });
  if ('content' in answer) return ApiResponse({ status, ...answer } as ApiResponseOptions);
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
