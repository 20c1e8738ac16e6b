import { Module } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { PublicOrigins } from './public-origins.js';
import { RouteTable } from './route-table.js';
import { RoutesForUsers } from './routes-for-users.js';

@Module({
  providers: [MetadataScanner, PublicOrigins, RouteTable, RoutesForUsers],
  exports: [PublicOrigins, RouteTable, RoutesForUsers],
})
export class RoutingModule {}
