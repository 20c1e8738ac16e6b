import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { DryRun, KeyParameter, PutOptions, type PutAnswer, type PutByKey } from '@ces/contracts/by-name/by-name';
import type { ProblemCode } from '@ces/contracts/problems';
import type { Class } from '@ces/contracts/rpc';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, Param, Put, Query, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { Describe } from '../docs/describe.js';
import { listed, tolerant, type CheckPipe } from '../http/bodies/check-pipe.js';

/** The differences between the kinds of objects that have keys. */
export interface Kind<Given extends object, Shown extends object> {
  /** As operation ids name it. */
  name: string;
  /** As people name it, with its article. */
  one: string;
  path: string;
  tag: string;
  access: ClassDecorator;
  body: Class<Given>;
  check: CheckPipe;
  bodyLimit?: number;
  shown: Class<Shown>;
  answer: Class<Shown>;
  /** The rules of a replacement, for people. */
  replacing: string;
  notFound: ProblemCode;
  problems: ProblemCode[];
  get: (bus: Bus, key: string, caller: AccessToken) => Promise<Shown>;
  put: (bus: Bus, request: Given & PutByKey, caller: AccessToken) => Promise<PutAnswer<Shown>>;
}

/** The two routes of a kind. They are the same for all kinds, so that a tool can treat all kinds alike. */
export function byNameController<Given extends object, Shown extends object>(kind: Kind<Given, Shown>): Type {
  const placed = {
    description: 'The object with what became of it, or with `dry_run` the differences',
    content: {
      'application/json': {
        schema: { oneOf: [{ $ref: getSchemaPath(kind.answer) }, { $ref: getSchemaPath(DryRun) }] },
      },
    },
  };

  @ApiTags(kind.tag)
  @Controller(`${kind.path}/by-name`)
  @ApiExtraModels(kind.answer, DryRun)
  class ByNameController {
    constructor(private readonly bus: Bus) {}

    @Get(':name')
    @Describe({
      summary: `Read ${kind.one} by its key`,
      description: 'The answer is that of reading it by its id.',
      answers: { 200: kind.shown },
      problems: [kind.notFound],
    })
    get(@Param('name') key: string, @Caller() caller: AccessToken): Promise<Shown> {
      return kind.get(this.bus, key, caller);
    }

    @Put(':name')
    @RouteConfig(kind.bodyLimit === undefined ? {} : { bodyLimit: kind.bodyLimit })
    @Describe({
      summary: `Make ${kind.one} of this key, or replace the one that has it`,
      description: `${kind.replacing} To repeat the request changes nothing. \`adopt\` gives the key to an object that exists, and \`dry_run=true\` only tells the differences.`,
      answers: { 200: placed },
      problems: ['validation-failed', 'key-taken', kind.notFound, ...kind.problems],
      body: { type: kind.body },
    })
    async put(
      @Param(tolerant) { name: key }: KeyParameter,
      @Query(listed) { adopt, dry_run }: PutOptions,
      @Body() body: unknown,
      @Caller() caller: AccessToken,
    ): Promise<PutAnswer<Shown>> {
      const given = await kind.check.body(kind.body, body);
      const place = { key, ...(adopt === undefined ? {} : { adopt }), dry_run: dry_run === 'true' };
      return kind.put(this.bus, { ...given, ...place }, caller);
    }
  }
  // The guards look for the routes of the finished class, and operations are named after it.
  kind.access(ByNameController);
  Object.defineProperty(ByNameController, 'name', { value: `${kind.name}ByNameController` });
  return ByNameController;
}
