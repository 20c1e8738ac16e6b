import type { AccessToken } from '@ces/auth/access-token';
import { revoked } from '@ces/auth/explain-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { clientStanding } from '@ces/contracts/identity/tokens/client-standing';
import { Problem } from '@ces/contracts/problems';
import { createPortalSession, NewPortalSession, PortalLink } from '@ces/contracts/webhooks/portal-sessions';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ClientToken } from '../access/tokens.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { tolerant } from '../http/bodies/check-pipe.js';

@ApiTags('Webhooks')
@Controller('api/1/terminal/portal-sessions')
@ClientToken('webhooks')
export class PortalSessionsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Describe({
    summary: 'Make a link to the portal, for a subscriber without an account',
    description:
      'The page shows deliveries of the webhooks that you name, and lets the subscriber send them again, test, read and rotate the secret, and enable the webhook. The link ends after `ttl`, and when the client is deleted, loses a scope, or has its tokens revoked. A client may have 10,000 links; one more ends the oldest.',
    answers: { 201: PortalLink },
    problems: ['validation-failed'],
  })
  async create(@Caller() caller: AccessToken, @Body(tolerant) given: NewPortalSession): Promise<PortalLink> {
    const { client_id } = caller;
    const { token_version } = await outsideOfCalls(() => this.bus.call(clientStanding, { id: client_id }));
    // This gateway may not have heard of a revocation yet, and the link would outlive it.
    if (caller.token_use === 'client' && caller.ver < token_version) throw new Problem('token-invalid', revoked);
    const request = { ...given, client_id, client_version: token_version };
    const { token, expires_at } = await this.bus.call(createPortalSession, request);
    return { url: `${this.config.PUBLIC_URL}/console/portal#token=${token}`, expires_at };
  }
}
