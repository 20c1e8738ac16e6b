import { Module } from '@nestjs/common';
import { GrantsModule } from '../grants/grants.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NoncesModule } from '../nonces/nonces.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeletionController } from './deletion.controller.js';
import { DeletionService } from './deletion.service.js';
import { ErasureService } from './erasure.service.js';
import { ErasureStore } from './erasure.store.js';

@Module({
  imports: [GrantsModule, MailModule, NoncesModule, RevocationsModule, UsersModule],
  controllers: [DeletionController],
  providers: [DeletionService, ErasureService, ErasureStore],
  exports: [DeletionService, ErasureService],
})
export class DeletionModule {}
