import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { PersonModule } from '../person/person.module.js';
import { UsersModule } from '../users/users.module.js';
import { ReadyOperatorsService } from './ready-operators.service.js';
import { ReadyUsersService } from './ready-users.service.js';

@Module({
  imports: [CredentialsModule, OperatorsModule, PersonModule, UsersModule],
  providers: [ReadyOperatorsService, ReadyUsersService],
})
export class SeedModule {}
