import { Module } from '@nestjs/common';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { AnonymousRows } from './anonymous-rows.js';
import { GrantsService } from './grants.service.js';
import { OAuthPayloadStore } from './oauth-payload.store.js';
import { PayloadWriter } from './payload-writer.js';
import { SignInEpochs } from './sign-in-epochs.js';

@Module({
  imports: [RevocationsModule],
  providers: [AnonymousRows, GrantsService, OAuthPayloadStore, PayloadWriter, SignInEpochs],
  exports: [AnonymousRows, GrantsService, SignInEpochs],
})
export class GrantsModule {}
