import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { NonceStore } from './nonce.store.js';
import { NoncesService } from './nonces.service.js';

@Module({ imports: [UsersModule], providers: [NoncesService, NonceStore], exports: [NoncesService] })
export class NoncesModule {}
