import { Module } from '@nestjs/common';
import { ByName } from './by-name.js';
import { KeyLockStore } from './key-lock.store.js';

@Module({ providers: [ByName, KeyLockStore], exports: [ByName] })
export class ByNameModule {}
