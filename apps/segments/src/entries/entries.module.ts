import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { UsesModule } from '../uses/uses.module.js';
import { EntriesService } from './entries.service.js';
import { EntryStore } from './entry.store.js';

@Module({ imports: [FilesModule, UsesModule], providers: [EntriesService, EntryStore], exports: [EntriesService] })
export class EntriesModule {}
