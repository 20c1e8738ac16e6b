import { databaseServices } from '@ces/contracts/dead-letters';
import { healthOf, type HealthReport, type PlatformHealth, type ServiceHealth } from '@ces/contracts/operation/health';
import type { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { whatIsWrong } from './what-is-wrong.js';

const patience = { timeout: 1_800 };

type Reported = [service: string, report: HealthReport | undefined];

/** Asks every service at once, and waits less than two seconds for those that do not answer. */
export async function gatherHealth(bus: Bus, gateway: ServiceHealth): Promise<PlatformHealth> {
  const at = new Date().toISOString();
  const reports = await Promise.all(
    databaseServices.map(async (service): Promise<Reported> => {
      // A note of the read would need the database of the service, which may be what is away.
      const asked = outsideOfCalls(() => bus.call(healthOf(service), {}, patience));
      return [service, await asked.catch(() => undefined)];
    }),
  );
  const services = [gateway, ...reports.map((reported) => toHealth(reported, reports))];
  const wrong = whatIsWrong(services);
  return { at, well: wrong.length === 0, wrong, services };
}

/** The lag of a service is known to the services whose facts it reads. */
function toHealth([service, report]: Reported, reports: Reported[]): ServiceHealth {
  const known = reports.flatMap(([, each]) => each?.lags ?? []);
  const own = known.filter(({ consumer, seconds }) => consumer.startsWith(`${service}-`) && seconds > 0);
  const checks = report?.checks ?? {};
  return {
    service,
    answers: report !== undefined,
    version: report?.version ?? null,
    ready: report !== undefined && Object.values(checks).every(Boolean),
    checks,
    lags: known.length > 0 ? own.sort((a, b) => b.seconds - a.seconds) : null,
    outbox_seconds: report?.outbox_seconds ?? null,
    outbox_waiting: report?.outbox_waiting ?? null,
    dead_letters: report?.dead_letters ?? null,
  };
}
