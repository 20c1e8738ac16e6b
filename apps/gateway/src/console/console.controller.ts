import { listClients } from '@ces/contracts/identity/clients';
import {
  beginTotp,
  confirmTotp,
  removeTotp,
  TotpCode,
  type ConfirmedTotp,
  type PendingTotp,
} from '@ces/contracts/identity/operators/factors';
import {
  consoleCookie,
  endConsoleSession,
  operatorToken,
  readConsoleSession,
  type ConsoleSession,
} from '@ces/contracts/identity/operators/sessions';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.js';
import { strict } from '../http/bodies/check-pipe.js';
import { isFromConsole, sessionOf } from './console-cookie.js';

interface NamedClient {
  id: string;
  name: string;
  public: boolean;
}

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

  /** Every role works on behalf of a client, and few may read clients whole. */
  @Get('clients')
  async clients(@Req() request: FastifyRequest): Promise<NamedClient[]> {
    // It refuses whoever lacks a second factor that the role needs.
    await this.bus.call(operatorToken, { session: this.sessionIn(request) });
    const clients = await this.bus.call(listClients, {});
    return clients.map((client) => ({ id: client.id, name: client.name, public: client.public }));
  }

  @Get('factors')
  async factors(@Req() request: FastifyRequest): Promise<{ totp: boolean; passkeys: object[]; required: boolean }> {
    const { factors } = await this.bus.call(readConsoleSession, { session: this.sessionIn(request) });
    return { totp: factors.totp, passkeys: [], required: factors.required };
  }

  @Post('factors/totp')
  @HttpCode(200)
  beginTotp(@Req() request: FastifyRequest): Promise<PendingTotp> {
    return this.bus.call(beginTotp, { session: this.changingSessionIn(request) });
  }

  @Post('factors/totp::confirm')
  @HttpCode(200)
  async confirmTotp(@Req() request: FastifyRequest, @Body(strict) { code }: TotpCode): Promise<ConfirmedTotp> {
    return this.bus.call(confirmTotp, { session: this.changingSessionIn(request), code, address: request.ip });
  }

  @Delete('factors/totp')
  @HttpCode(204)
  async removeTotp(@Req() request: FastifyRequest): Promise<void> {
    await this.bus.call(removeTotp, { session: this.changingSessionIn(request) });
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

  /** A change must come from a page of the console, whatever cookie the browser sends. */
  private changingSessionIn(request: FastifyRequest): string {
    if (!isFromConsole(request, this.config.PUBLIC_URL)) throw notFromConsole();
    return this.sessionIn(request);
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
