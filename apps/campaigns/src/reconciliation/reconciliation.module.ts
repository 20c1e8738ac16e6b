import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { FactReconciliation } from './fact-reconciliation.service.js';
import { GrantReconciliation } from './grant-reconciliation.service.js';
import { GrantedEffectsStore } from './granted-effects.store.js';
import { ReconcileAll } from './reconcile-all.service.js';
import { ReconciliationRuns } from './runs/reconciliation-runs.service.js';
import { ReconciliationRunStore } from './runs/reconciliation-run.store.js';
import { RunReconciliations } from './runs/run-reconciliations.service.js';
import { ReconciliationService } from './reconciliation.service.js';
import { ReconciliationsController } from './reconciliations.controller.js';
import { Services } from './services.js';

@Module({
  imports: [CampaignsModule],
  controllers: [ReconciliationsController],
  providers: [
    FactReconciliation,
    GrantReconciliation,
    GrantedEffectsStore,
    ReconcileAll,
    ReconciliationRuns,
    ReconciliationRunStore,
    RunReconciliations,
    ReconciliationService,
    Services,
  ],
})
export class ReconciliationModule {}
