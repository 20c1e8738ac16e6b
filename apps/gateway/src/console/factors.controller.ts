import {
  beginTotp,
  confirmTotp,
  FactorProof,
  listFactors,
  proofOptions,
  removeTotp,
  TotpCode,
  type ConfirmedTotp,
  type Factors,
  type PendingTotp,
  type ProvenSession,
} from '@ces/contracts/identity/operators/factors';
import {
  addPasskey,
  NewPasskey,
  passkeyOptions,
  removePasskey,
  type AddedPasskey,
} from '@ces/contracts/identity/operators/passkeys';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.js';
import { strict } from '../http/bodies/check-pipe.js';
import { strictOrNone } from '../http/bodies/optional-body.js';
import { changingSessionIn, sessionIn } from './console-session.js';

/** The first call about a passkey loads a library, which takes seconds on a busy machine. */
const patience = { timeout: 15_000 };

/** The own second factors of an operator, for the pages of the console. Once there is a factor, a change needs a fresh proof. */
@ApiExcludeController()
@Controller('console/factors')
export class FactorsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get()
  list(@Req() request: FastifyRequest): Promise<Factors> {
    return this.bus.call(listFactors, { session: sessionIn(request, this.config.PUBLIC_URL) });
  }

  @Post('proof::options')
  @HttpCode(200)
  proofOptions(@Req() request: FastifyRequest): Promise<object> {
    return this.bus.call(proofOptions, { session: this.changing(request) }, patience);
  }

  @Post('totp')
  @HttpCode(200)
  beginTotp(@Req() request: FastifyRequest, @Body(strictOrNone) proof: FactorProof): Promise<PendingTotp> {
    return this.bus.call(beginTotp, this.proven(request, proof));
  }

  @Post('totp::confirm')
  @HttpCode(200)
  confirmTotp(@Req() request: FastifyRequest, @Body(strict) { code }: TotpCode): Promise<ConfirmedTotp> {
    return this.bus.call(confirmTotp, { session: this.changing(request), code, address: request.ip });
  }

  @Delete('totp')
  @HttpCode(204)
  async removeTotp(@Req() request: FastifyRequest, @Body(strictOrNone) proof: FactorProof): Promise<void> {
    await this.bus.call(removeTotp, this.proven(request, proof));
  }

  @Post('passkeys::options')
  @HttpCode(200)
  passkeyOptions(@Req() request: FastifyRequest, @Body(strictOrNone) proof: FactorProof): Promise<object> {
    return this.bus.call(passkeyOptions, this.proven(request, proof), patience);
  }

  @Post('passkeys')
  addPasskey(@Req() request: FastifyRequest, @Body(strict) { name, response }: NewPasskey): Promise<AddedPasskey> {
    return this.bus.call(addPasskey, { session: this.changing(request), name, response }, patience);
  }

  @Delete('passkeys/:id')
  @HttpCode(204)
  async removePasskey(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body(strictOrNone) proof: FactorProof,
  ): Promise<void> {
    await this.bus.call(removePasskey, { ...this.proven(request, proof), id });
  }

  private proven(request: FastifyRequest, proof: FactorProof): ProvenSession {
    return { ...proof, session: this.changing(request), address: request.ip };
  }

  private changing(request: FastifyRequest): string {
    return changingSessionIn(request, this.config.PUBLIC_URL);
  }
}
