import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { PersonModule } from '../person/person.module.js';
import { UsersModule } from '../users/users.module.js';
import { ReadyUsersService } from './ready-users.service.js';

@Module({ imports: [CredentialsModule, PersonModule, UsersModule], providers: [ReadyUsersService] })
export class SeedModule {}
