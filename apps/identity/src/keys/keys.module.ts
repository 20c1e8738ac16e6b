import { Module } from '@nestjs/common';
import { KeysController } from './keys.controller.js';
import { SigningKeyStore } from './signing-key.store.js';
import { SigningKeysService } from './signing-keys.service.js';

@Module({
  controllers: [KeysController],
  providers: [SigningKeyStore, SigningKeysService],
  exports: [SigningKeysService],
})
export class KeysModule {}
