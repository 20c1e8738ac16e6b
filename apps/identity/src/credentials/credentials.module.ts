import { NatsServer } from '@ces/messaging/nats-server';
import { Module } from '@nestjs/common';
import { GrantsModule } from '../grants/grants.module.js';
import { NoncesModule } from '../nonces/nonces.module.js';
import { UsersModule } from '../users/users.module.js';
import { CallCounter } from './call-counter.js';
import { CredentialStore } from './credential.store.js';
import { CredentialsController } from './credentials.controller.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordHasher } from './password-hasher.js';
import { RegisterService } from './register.service.js';
import { Throttle } from './throttle.js';
import { WrongPasswordStore } from './wrong-password.store.js';

@Module({
  imports: [GrantsModule, NoncesModule, UsersModule],
  controllers: [CredentialsController],
  providers: [
    { provide: CallCounter, useExisting: NatsServer },
    CredentialsService,
    CredentialStore,
    PasswordHasher,
    RegisterService,
    Throttle,
    WrongPasswordStore,
  ],
  exports: [CredentialsService, PasswordHasher, RegisterService, Throttle],
})
export class CredentialsModule {}
