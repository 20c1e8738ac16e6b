import { Module } from '@nestjs/common';
import { ClientSecretsService } from './clients/client-secrets.service.js';
import { ClientsController } from './clients/clients.controller.js';
import { ClientsService } from './clients/clients.service.js';
import { KnownClients } from './clients/known-clients.js';
import { CredentialsService } from './credentials/credentials.service.js';
import { PasswordHasher } from './credentials/password-hasher.js';
import { Throttle } from './credentials/throttle.js';
import { KeysController } from './keys/keys.controller.js';
import { SigningKeysService } from './keys/signing-keys.service.js';
import { ProvidersController } from './providers/providers.controller.js';
import { ProvidersService } from './providers/providers.service.js';
import { RevocationsController } from './revocations/revocations.controller.js';
import { RevocationsService } from './revocations/revocations.service.js';
import { SealingModule } from './sealing/sealing.module.js';
import { AuthorizationServer } from './tokens/authorization-server.js';
import { OAuthHttp } from './tokens/oauth-http.js';
import { TokenStateService } from './tokens/token-state.service.js';
import { ConnectionsService } from './users/connections.service.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

@Module({
  imports: [SealingModule],
  controllers: [ClientsController, KeysController, ProvidersController, RevocationsController, UsersController],
  providers: [
    AuthorizationServer,
    ClientsService,
    ClientSecretsService,
    ConnectionsService,
    CredentialsService,
    KnownClients,
    OAuthHttp,
    PasswordHasher,
    ProvidersService,
    RevocationsService,
    SigningKeysService,
    Throttle,
    TokenStateService,
    UsersService,
  ],
})
export class IdentityModule {}
