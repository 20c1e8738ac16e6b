import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ImportsController } from './imports.controller.js';
import { ImportUploadService } from './import-upload.service.js';

@Module({ imports: [AccessModule], controllers: [ImportsController], providers: [ImportUploadService] })
export class ImportsModule {}
