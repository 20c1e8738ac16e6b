import * as contract from '@ces/contracts/identity/mails/mail-texts';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { OwnMailTexts } from './own-mail-texts.service.js';

@Controller()
export class MailTextsController {
  constructor(private readonly texts: OwnMailTexts) {}

  @Handle(contract.listMailTexts)
  list() {
    return this.texts.list();
  }

  @Handle(contract.getMailText)
  get(request: contract.MailTextRef) {
    return this.texts.get(request);
  }

  @Handle(contract.putMailText)
  put(request: contract.PutMailText) {
    return this.texts.put(request);
  }

  @Handle(contract.resetMailText)
  reset(request: contract.MailTextRef) {
    return this.texts.reset(request);
  }

  @Handle(contract.previewMailText)
  preview(request: contract.PreviewMailText) {
    return this.texts.preview(request);
  }
}
