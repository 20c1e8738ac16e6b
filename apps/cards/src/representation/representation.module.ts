import { Module } from '@nestjs/common';
import { RepresentationController } from './representation.controller.js';
import { RepresentationService } from './representation.service.js';

@Module({ controllers: [RepresentationController], providers: [RepresentationService] })
export class RepresentationModule {}
