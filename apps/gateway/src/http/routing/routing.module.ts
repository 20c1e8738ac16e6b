import { Module } from '@nestjs/common';
import { RouteTable } from './route-table.js';

@Module({ providers: [RouteTable], exports: [RouteTable] })
export class RoutingModule {}
