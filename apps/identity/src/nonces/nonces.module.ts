import { Module } from '@nestjs/common';
import { NoncesService } from './nonces.service.js';

@Module({ providers: [NoncesService], exports: [NoncesService] })
export class NoncesModule {}
