import {
  BegunCodeImport,
  cancelCodeImport,
  CodeImport,
  CodeImportFault,
  codeImportFaults,
  CodePage,
  codesOfCoupon,
  CouponCode,
  getCodeImport,
} from '@ces/contracts/campaigns/coupon-codes';
import { addCodes, Coupon, NewCodes } from '@ces/contracts/campaigns/coupons';
import { Page } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { isForm } from '../http/bodies/body-kind.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { CodeUploadService } from './code-upload.service.js';

/** The codes of a JSON body travel to the service in one NATS message of at most 1 MiB. */
const codesLimit = 768 * 1_024;
/** Writing fifty thousand codes takes some seconds. */
const patience = { timeout: 20_000 };

const csvForm = {
  schema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        contentMediaType: 'text/csv',
        description: 'One column without header; each line holds one code',
      },
    },
  },
  encoding: { file: { contentType: 'text/csv' } },
};

@ApiTags('Administration: coupons')
@Controller('api/1/admin/coupons')
@AdminRoutes('rewards:manage')
export class CouponCodesController {
  constructor(
    private readonly bus: Bus,
    private readonly uploads: CodeUploadService,
    private readonly config: GatewayConfig,
  ) {}

  @Get(':id/codes')
  @Describe({
    summary: 'List the codes of a coupon, or find one',
    description: 'In the order of the codes, each with its state, and with its slip when a user has it.',
    answers: { 200: [CouponCode] },
    problems: ['coupon-not-found'],
  })
  async codes(
    @Param('id') id: string,
    @Query(listed) query: CodePage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CouponCode[]> {
    const codes = await this.bus.call(codesOfCoupon, { ...query, id });
    return answerPage(codes, query, request, reply, this.config.PUBLIC_URL);
  }

  @Post(':id/codes')
  @RouteConfig({ bodyLimit: codesLimit, multipart: true })
  @ApiExtraModels(NewCodes)
  @Describe({
    summary: 'Add codes to a coupon',
    description:
      'JSON: give `codes`, or `generate`; a code that the coupon has already refuses all of them. A form with a CSV file of up to a ' +
      'million codes answers 202, and the codes are added soon after; a code that the coupon has already is passed over and named.',
    answers: { 201: Coupon, 202: BegunCodeImport },
    problems: ['validation-failed', 'form-malformed', 'coupon-not-found', 'coupon-code-taken', 'csv-invalid'],
    body: {
      content: {
        'application/json': { schema: { $ref: getSchemaPath(NewCodes) } },
        'multipart/form-data': csvForm,
      },
    },
  })
  async add(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Coupon | BegunCodeImport> {
    if (!isForm(request))
      return this.bus.call(addCodes, { ...(await strict.body(NewCodes, request.body)), id }, patience);
    void reply.code(202);
    return this.uploads.upload(request, id);
  }

  @Get(':id/code-imports/:import_id')
  @Describe({
    summary: 'Read how far an import of codes is',
    description: 'Counts and faults are kept for 30 days.',
    answers: { 200: CodeImport },
    problems: ['import-not-found'],
  })
  getImport(@Param('id') id: string, @Param('import_id') import_id: string): Promise<CodeImport> {
    return this.bus.call(getCodeImport, { id, import_id });
  }

  @Post(':id/code-imports/:import_id(^[^:/]+)::cancel')
  @HttpCode(200)
  @Describe({
    summary: 'Cancel an import of codes',
    description: 'The codes that it has added stay. An import that has ended stays as it is.',
    answers: { 200: CodeImport },
    problems: ['import-not-found'],
  })
  cancel(@Param('id') id: string, @Param('import_id') import_id: string): Promise<CodeImport> {
    return this.bus.call(cancelCodeImport, { id, import_id });
  }

  @Get(':id/code-imports/:import_id/faults')
  @Describe({
    summary: 'List the lines of an import that added no code',
    description: 'In the order of the file. The coupon had the code already, or an earlier line of the file has it.',
    answers: { 200: [CodeImportFault] },
    problems: ['import-not-found'],
  })
  async faults(
    @Param('id') id: string,
    @Param('import_id') import_id: string,
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CodeImportFault[]> {
    const faults = await this.bus.call(codeImportFaults, { ...query, id, import_id });
    return answerPage(faults, query, request, reply, this.config.PUBLIC_URL);
  }
}
