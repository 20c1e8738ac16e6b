import { Module } from '@nestjs/common';
import { RepresentationController } from './representation.controller.js';
import { RepresentationService } from './representation.service.js';
import { RepresentationStore } from './representation.store.js';

@Module({ controllers: [RepresentationController], providers: [RepresentationService, RepresentationStore] })
export class RepresentationModule {}
