import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { Challenges } from './factors/challenges.js';
import { FactorsController } from './factors/factors.controller.js';
import { FactorsService } from './factors/factors.service.js';
import { PasskeyCeremonies } from './factors/passkey-ceremonies.js';
import { PasskeysService } from './factors/passkeys.service.js';
import { ProofsService } from './factors/proofs.service.js';
import { InvitationsService } from './invitations.service.js';
import { OperatorAccess } from './operator-access.js';
import { OperatorConnectionsService } from './operator-connections.service.js';
import { OperatorSessionsService } from './operator-sessions.service.js';
import { OperatorSignInsService } from './operator-sign-ins.service.js';
import { OperatorStore } from './operator.store.js';
import { OperatorTokens } from './operator-tokens.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsService } from './operators.service.js';

@Module({
  imports: [CredentialsModule, GrantsModule, KeysModule, RevocationsModule],
  controllers: [FactorsController, OperatorsController],
  providers: [
    Challenges,
    FactorsService,
    InvitationsService,
    OperatorAccess,
    OperatorConnectionsService,
    OperatorSessionsService,
    OperatorSignInsService,
    OperatorStore,
    OperatorTokens,
    OperatorsService,
    PasskeyCeremonies,
    PasskeysService,
    ProofsService,
  ],
  exports: [
    FactorsService,
    InvitationsService,
    OperatorConnectionsService,
    OperatorSessionsService,
    OperatorSignInsService,
    OperatorsService,
    PasskeysService,
  ],
})
export class OperatorsModule {}
