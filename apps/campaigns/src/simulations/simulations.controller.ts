import { simulateCampaign, type SimulateCampaign } from '@ces/contracts/campaigns/campaign-outcomes';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { SimulationsService } from './simulations.service.js';

@Controller()
export class SimulationsController {
  constructor(private readonly simulations: SimulationsService) {}

  @Handle(simulateCampaign)
  simulate(request: SimulateCampaign) {
    return this.simulations.simulate(request);
  }
}
