import * as contract from '@ces/contracts/operation/jobs';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { JobsService } from './jobs.service.js';

@Controller()
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Handle(contract.replayDeadLetters)
  replay(request: contract.ReplayDeadLetters) {
    return this.jobs.create(request);
  }

  @Handle(contract.cancelJob)
  cancel(request: contract.JobRef) {
    return this.jobs.cancel(request.id);
  }

  @Handle(contract.getJob)
  get(request: contract.JobRef) {
    return this.jobs.get(request.id);
  }

  @Handle(contract.listJobs)
  list(request: contract.JobPage) {
    return this.jobs.list(request);
  }
}
