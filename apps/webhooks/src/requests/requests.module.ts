import { Module } from '@nestjs/common';
import { ClientSecretsModule } from '../client-secrets/client-secrets.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { Outbound } from './outbound.service.js';

@Module({ imports: [ClientSecretsModule, ClockModule], providers: [Outbound], exports: [Outbound] })
export class RequestsModule {}
