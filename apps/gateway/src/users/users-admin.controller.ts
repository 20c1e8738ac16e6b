import {
  AdminUser,
  adminUser,
  deactivateUser,
  FoundUser,
  reactivateUser,
  restoreUser,
  searchUsers,
  UserSearch,
} from '@ces/contracts/identity/admin-users';
import { Deleted } from '@ces/contracts/identity/clients';
import { AddConnection, removeConnection } from '@ces/contracts/identity/users';
import type { Paged } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { pageOfWhole } from '@ces/service/database/whole-list';
import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, tolerant } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { demandSearch } from './demand-search.js';
import { findByBeginning } from './find-by-beginning.js';
import { exportUser, UserExport } from './export-user.js';
import { AdminRoutes, AdminScope } from '../access/admin-routes.js';

const item = { oneOf: [FoundUser, AdminUser].map((each) => ({ $ref: getSchemaPath(each) })) };
const usersOrFound = {
  description: 'A list of FoundUser with `q`, else a list of AdminUser',
  content: { 'application/json': { schema: { type: 'array', items: item } } },
};

@ApiTags('Administration: users')
@Controller('api/1/admin/users')
@AdminRoutes('users:write')
export class AdminUsersController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get()
  @AdminScope('users:read')
  @ApiExtraModels(AdminUser, FoundUser)
  @Describe({
    summary: 'Find users by the beginning of a text, or by name or connection',
    description:
      'With `q` the answer has users whose name, mail address, owner id or card number begins so, or whose id it is. ' +
      'They come in this order, each once: user id, mail address, full name, family name, owner id, card number, and ' +
      'within these by the alphabet. A page may have fewer users than `limit`; the list ends where there is no next link. ' +
      'Else give `username`, or `provider_name` with `owner_id`, whole. There is no list of all users.',
    answers: { 200: usersOrFound },
  })
  async search(
    @Query(listed) query: UserSearch,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser[] | FoundUser[]> {
    const answer = <T>(paged: Paged<T>) => answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
    if (query.q !== undefined) return answer(await findByBeginning(this.bus, query));
    demandSearch(query);
    return answer(pageOfWhole(await this.bus.call(searchUsers, query), ({ created, id }) => [created, id], query));
  }

  @Get(':user_id')
  @AdminScope('users:read')
  @Describe({
    summary: 'Read a user, even a closed one',
    description: 'The answer has the connections of the user.',
    answers: { 200: AdminUser },
    problems: ['user-not-found'],
  })
  get(@Param('user_id') user_id: string): Promise<AdminUser> {
    return this.bus.call(adminUser, { user_id });
  }

  @Get(':user_id/export')
  @AdminScope('users:read')
  @Describe({
    summary: 'Export everything that the services hold about a user',
    description: 'One document for the user who asks for it. It takes some seconds if there is much.',
    answers: { 200: UserExport },
    problems: ['user-not-found'],
  })
  export(@Param('user_id') user_id: string): Promise<UserExport> {
    return exportUser(this.bus, user_id);
  }

  @Post(':user_id(^[^:/]+)::deactivate')
  @HttpCode(200)
  @Describe({
    summary: 'Deactivate a user: no sign-in and no token works',
    description: 'The data stays. Reactivate the user to undo it.',
    answers: { 200: AdminUser },
    problems: ['user-not-found'],
  })
  deactivate(@Param('user_id') user_id: string): Promise<AdminUser> {
    return this.bus.call(deactivateUser, { user_id });
  }

  @Post(':user_id(^[^:/]+)::reactivate')
  @HttpCode(200)
  @Describe({
    summary: 'Reactivate a user',
    description: 'The user can sign in again.',
    answers: { 200: AdminUser },
    problems: ['user-not-found'],
  })
  reactivate(@Param('user_id') user_id: string): Promise<AdminUser> {
    return this.bus.call(reactivateUser, { user_id });
  }

  @Post(':user_id(^[^:/]+)::restore')
  @HttpCode(200)
  @Describe({
    summary: 'Open a closed account again, within its grace time',
    description: 'Connections that another user has got meanwhile do not come back.',
    answers: { 200: AdminUser },
    problems: ['user-not-found', 'user-not-closed'],
  })
  restore(@Param('user_id') user_id: string): Promise<AdminUser> {
    return this.bus.call(restoreUser, { user_id });
  }

  @Delete(':user_id/connections/:provider_name/:owner_id')
  @Describe({
    summary: 'Remove a connection',
    description: 'The user stays. The provider account can be connected again.',
    answers: { 200: Deleted },
    problems: ['user-not-found', 'connection-not-found'],
  })
  disconnect(@Param(tolerant) connection: AddConnection): Promise<Deleted> {
    return this.bus.call(removeConnection, connection);
  }
}
