import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { Deleted } from '@ces/contracts/identity/clients';
import { resetFactors } from '@ces/contracts/identity/operators/factors';
import {
  changeOperator,
  createOperator,
  deleteOperator,
  getOperator,
  InvitedOperator,
  inviteOperator,
  listOperators,
  NewOperator,
  Operator,
  OperatorChange,
} from '@ces/contracts/identity/operators/operators';
import { SearchPage } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminRoutes } from '../access/admin-routes.js';
import { AnyOperatorToken } from '../access/tokens.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';

@ApiTags('Administration: operators')
@Controller('api/1/admin/operators')
export class OwnOperatorController {
  constructor(private readonly bus: Bus) {}

  @Get('me')
  @AnyOperatorToken()
  @Describe({
    summary: 'Read the operator who calls',
    description: 'Every operator may call it. Tokens of clients and users are refused.',
    answers: { 200: Operator },
    problems: ['scope-insufficient', 'operator-not-found'],
  })
  me(@Caller() { sub: id }: AccessToken): Promise<Operator> {
    return this.bus.call(getOperator, { id });
  }
}

@ApiTags('Administration: operators')
@Controller('api/1/admin/operators')
@AdminRoutes('admin')
export class OperatorsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Describe({
    summary: 'Invite an operator',
    description: 'Send the address in the answer to the person, who chooses a password there. It works once.',
    answers: { 201: InvitedOperator },
    problems: ['validation-failed', 'operator-exists'],
  })
  create(@Body(strict) body: NewOperator): Promise<InvitedOperator> {
    return this.bus.call(createOperator, body);
  }

  @Get()
  @Describe({
    summary: 'List the operators',
    description: 'The list is newest first.',
    answers: { 200: [Operator] },
  })
  async list(
    @Query(listed) query: SearchPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Operator[]> {
    const paged = await this.bus.call(listOperators, { ...query, paged: true });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read an operator',
    description: 'The id identifies the operator.',
    answers: { 200: Operator },
    problems: ['operator-not-found'],
  })
  get(@Param('id') id: string): Promise<Operator> {
    return this.bus.call(getOperator, { id });
  }

  @Patch(':id')
  @Describe({
    summary: 'Change name, role or state of an operator',
    description:
      'A field that is absent stays as it is. A new role counts within seconds; a blocked operator is signed out. The last active owner stays one.',
    answers: { 200: Operator },
    problems: ['operator-not-found', 'validation-failed', 'last-owner'],
  })
  change(@Param('id') id: string, @Body(strict) body: OperatorChange): Promise<Operator> {
    return this.bus.call(changeOperator, { ...body, id });
  }

  @Delete(':id')
  @Describe({
    summary: 'Delete an operator, who is signed out',
    description: 'The audit log keeps the name. The last active owner cannot be deleted.',
    answers: { 200: Deleted },
    problems: ['operator-not-found', 'last-owner'],
  })
  remove(@Param('id') id: string): Promise<Deleted> {
    return this.bus.call(deleteOperator, { id });
  }

  @Delete(':id/factors')
  @Describe({
    summary: 'Remove the second factors of an operator, who is signed out',
    description:
      'For a person who has lost them. If the role needs one, the person sets up a new one at the next sign-in.',
    answers: { 200: Operator },
    problems: ['operator-not-found'],
  })
  resetFactors(@Param('id') id: string): Promise<Operator> {
    return this.bus.call(resetFactors, { id });
  }

  @Post(':id(^[^:/]+)::invite')
  @HttpCode(200)
  @Describe({
    summary: 'Invite an operator again, who then chooses a new password',
    description: 'The earlier invitation stops working. The present password works until the person chooses another.',
    answers: { 200: InvitedOperator },
    problems: ['operator-not-found', 'validation-failed'],
  })
  invite(@Param('id') id: string): Promise<InvitedOperator> {
    return this.bus.call(inviteOperator, { id });
  }
}
