import { Module } from '@nestjs/common';
import { NoncesModule } from '../nonces/nonces.module.js';
import { UsersModule } from '../users/users.module.js';
import { PersonController } from './person.controller.js';
import { PersonService } from './person.service.js';
import { PersonStore } from './person.store.js';

@Module({
  imports: [NoncesModule, UsersModule],
  controllers: [PersonController],
  providers: [PersonService, PersonStore],
  exports: [PersonService],
})
export class PersonModule {}
