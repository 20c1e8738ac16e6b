import { Module } from '@nestjs/common';
import { ListenersModule } from '../listeners/listeners.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { ClientDeletionController } from './client-deletion.controller.js';

@Module({ imports: [ListenersModule, SubscriptionsModule], controllers: [ClientDeletionController] })
export class ClientDeletionModule {}
