import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NoncesModule } from '../nonces/nonces.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { UsersModule } from '../users/users.module.js';
import { ForgottenPasswordStore } from './forgotten-password.store.js';
import { ForgottenPasswordsService } from './forgotten-passwords.service.js';
import { PasswordsController } from './passwords.controller.js';
import { PasswordsService } from './passwords.service.js';

@Module({
  imports: [
    AuditModule,
    ClientsModule,
    CredentialsModule,
    GrantsModule,
    MailModule,
    NoncesModule,
    RegistrationModule,
    UsersModule,
  ],
  controllers: [PasswordsController],
  providers: [ForgottenPasswordsService, ForgottenPasswordStore, PasswordsService],
  exports: [ForgottenPasswordsService],
})
export class PasswordsModule {}
