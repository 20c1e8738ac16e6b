import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { FactorsService } from './factors/factors.service.js';
import { InvitationsService } from './invitations.service.js';
import { OperatorAccess } from './operator-access.js';
import { OperatorSessionsService } from './operator-sessions.service.js';
import { OperatorSignInsService } from './operator-sign-ins.service.js';
import { OperatorStore } from './operator.store.js';
import { OperatorTokens } from './operator-tokens.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsService } from './operators.service.js';

@Module({
  imports: [CredentialsModule, GrantsModule, KeysModule, RevocationsModule],
  controllers: [OperatorsController],
  providers: [
    FactorsService,
    InvitationsService,
    OperatorAccess,
    OperatorSessionsService,
    OperatorSignInsService,
    OperatorStore,
    OperatorTokens,
    OperatorsService,
  ],
  exports: [FactorsService, InvitationsService, OperatorSessionsService, OperatorSignInsService, OperatorsService],
})
export class OperatorsModule {}
