import { Bus } from '@ces/messaging/calls/bus';

/** Longer than a busy machine takes for several transactions. Callers of the product do not wait so long. */
const waitMs = 30_000;

/** For a spec that looks at what a call does, and not at how long it takes. */
export class PatientBus extends Bus {
  override call: Bus['call'] = (contract, payload, options) =>
    super.call(contract, payload, { timeout: waitMs, ...options });
}
