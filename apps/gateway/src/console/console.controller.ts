import {
  consoleCookie,
  endConsoleSession,
  readConsoleSession,
  type ConsoleSession,
} from '@ces/contracts/identity/operators/sessions';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.js';
import { isFromConsole, sessionOf } from './console-cookie.js';

/** The session of the console, for its own pages. The documents do not list these routes, because no other caller has a cookie. */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get('session')
  session(@Req() request: FastifyRequest): Promise<ConsoleSession> {
    return this.bus.call(readConsoleSession, { session: this.sessionIn(request) });
  }

  @Post('sign-out')
  @HttpCode(204)
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    if (!isFromConsole(request, this.config.PUBLIC_URL)) throw notFromConsole();
    const session = sessionOf(request, this.config.PUBLIC_URL);
    if (session !== undefined) await this.bus.call(endConsoleSession, { session });
    const secure = this.config.PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
    const name = consoleCookie(this.config.PUBLIC_URL);
    void reply.header('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`);
  }

  private sessionIn(request: FastifyRequest): string {
    const session = sessionOf(request, this.config.PUBLIC_URL);
    if (session === undefined) throw new Problem('session-missing', 'The browser is not signed in to the console.');
    return session;
  }
}

function notFromConsole(): Problem {
  return new Problem('session-missing', 'The request does not come from a page of the console: send X-Console: 1.');
}
