import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { PortalSessionsController } from './portal-sessions.controller.js';

@Module({ imports: [AccessModule], controllers: [PortalSessionsController] })
export class PortalSessionsModule {}
