import { Body, Controller, HttpCode, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ClientToken } from '../access/tokens.js';
import { Describe } from '../docs/describe.js';
import { strict } from '../http/bodies/check-pipe.js';
import { showResult } from './probe-gauges.js';
import { ProbeResult } from './probe-result.js';

/** Why the gateway keeps the result, and where: docs/decisions/probe-result.md */
@ApiTags('Administration: probe')
@Controller('api/1/probe')
export class ProbeController {
  @Put('result')
  @HttpCode(204)
  @ClientToken('probe:report')
  @Describe({
    summary: 'Report the newest run of the probe of the golden path',
    description: 'The replica that answers shows the result in its metrics until it ends. Nothing is stored.',
    answers: { 204: 'The metrics show the result.' },
    problems: ['validation-failed'],
  })
  report(@Body(strict) result: ProbeResult): void {
    showResult(result);
  }
}
