import * as contract from '@ces/contracts/segments/segments';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { UploadsService } from './uploads.service.js';

@Controller()
export class FilesController {
  constructor(private readonly uploads: UploadsService) {}

  @Handle(contract.takePart)
  take(request: contract.UploadPart) {
    return this.uploads.take(request);
  }

  @Handle(contract.dropUpload)
  drop(request: contract.UploadRef) {
    return this.uploads.drop(request.document_id);
  }
}
