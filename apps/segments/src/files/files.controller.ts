import * as contract from '@ces/contracts/segments/segments';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { FilesService } from './files.service.js';

@Controller()
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Handle(contract.takePart)
  take(request: contract.UploadPart) {
    return this.files.take(request);
  }

  @Handle(contract.dropUpload)
  drop(request: contract.UploadRef) {
    return this.files.drop(request.document_id);
  }
}
