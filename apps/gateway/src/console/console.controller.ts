import { listClients, type Client } from '@ces/contracts/identity/clients';
import {
  consoleCookie,
  endConsoleSession,
  operatorToken,
  readConsoleSession,
  type ConsoleSession,
} from '@ces/contracts/identity/operators/sessions';
import type { Paged } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.js';
import { notFromConsole, sessionIn } from './console-session.js';
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
    return this.bus.call(readConsoleSession, { session: sessionIn(request, this.config.PUBLIC_URL) });
  }

  /** Every role works on behalf of a client, and few may read clients whole. */
  @Get('clients')
  async clients(@Req() request: FastifyRequest): Promise<NamedClient[]> {
    // It refuses whoever lacks a second factor that the role needs.
    await this.bus.call(operatorToken, { session: sessionIn(request, this.config.PUBLIC_URL) });
    const clients: NamedClient[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Paged<Client> = await this.bus.call(listClients, {
        paged: true,
        ...(cursor === undefined ? {} : { cursor }),
      });
      clients.push(...page.items.map((client) => ({ id: client.id, name: client.name, public: client.public })));
      cursor = page.next;
    }
    return clients;
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
}
