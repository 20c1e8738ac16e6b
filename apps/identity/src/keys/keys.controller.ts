import { rotateKeys } from '@ces/contracts/identity/tokens/signing-keys';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { SigningKeysService } from './signing-keys.service.js';

@Controller()
export class KeysController {
  constructor(private readonly keys: SigningKeysService) {}

  @Handle(rotateKeys)
  rotate() {
    return this.keys.rotate();
  }
}
