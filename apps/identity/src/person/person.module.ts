import { Module } from '@nestjs/common';
import { NoncesModule } from '../nonces/nonces.module.js';
import { PersonController } from './person.controller.js';
import { PersonService } from './person.service.js';

@Module({
  imports: [NoncesModule],
  controllers: [PersonController],
  providers: [PersonService],
  exports: [PersonService],
})
export class PersonModule {}
