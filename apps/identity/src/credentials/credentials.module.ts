import { Module } from '@nestjs/common';
import { NoncesModule } from '../nonces/nonces.module.js';
import { CredentialsController } from './credentials.controller.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordHasher } from './password-hasher.js';
import { RegisterService } from './register.service.js';
import { Throttle } from './throttle.js';

@Module({
  imports: [NoncesModule],
  controllers: [CredentialsController],
  providers: [CredentialsService, PasswordHasher, RegisterService, Throttle],
  exports: [CredentialsService, PasswordHasher, Throttle],
})
export class CredentialsModule {}
