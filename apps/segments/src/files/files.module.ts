import { Module } from '@nestjs/common';
import { FileStore } from './file.store.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';
import { IdentifierStore } from './identifier.store.js';
import { IdentifiersService } from './identifiers.service.js';
import { UploadsService } from './uploads.service.js';

@Module({
  controllers: [FilesController],
  providers: [FileStore, FilesService, IdentifierStore, IdentifiersService, UploadsService],
  exports: [FilesService, IdentifiersService],
})
export class FilesModule {}
