import * as contract from '@ces/contracts/identity/providers';
import type { SearchPage } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ProvidersService } from './providers.service.js';

@Controller()
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Handle(contract.putProvider)
  put(request: contract.PutProvider) {
    return this.providers.put(request);
  }

  @Handle(contract.listProviders)
  list(request: SearchPage) {
    return this.providers.list(request);
  }

  @Handle(contract.getProvider)
  get(request: contract.ProviderRef) {
    return this.providers.get(request.name);
  }

  @Handle(contract.deleteProvider)
  delete(request: contract.ProviderRef) {
    return this.providers.delete(request.name);
  }
}
