/**
 * The gateway: the HTTP edge of all services.
 *
 *   node main.js                 serves
 *   node main.js migrate         does nothing, because the gateway has no database
 *   node main.js probe           sends an event through the public API of PROBE_URL, waits for its reward, and reports the result
 *   node main.js probe prepare   makes the campaign of the probe, once, with the client of an administrator
 */
import { hasOnlyMigrate, orExplain } from '@ces/service/main-process';
import { prepareProbe } from './probe/command/prepare-probe.js';
import { runProbe } from './probe/command/run-probe.js';

const commands = new Map([
  ['probe', runProbe],
  ['probe prepare', prepareProbe],
]);

void orExplain(async () => {
  const run = commands.get(process.argv.slice(2).join(' '));
  if (run) process.exit(await run(process.env));
  if (hasOnlyMigrate('gateway', process.argv[2])) return;
  // The commands need none of it, and the probe starts every few minutes.
  const { endGracefully, listen, settingsToServe } = await import('@ces/service/start');
  const { GatewayConfig } = await import('./gateway.config.js');
  const { createGateway } = await import('./server/create-gateway.js');
  const config = settingsToServe('gateway', GatewayConfig);
  const app = await createGateway(config);
  await listen(app, config);
  endGracefully(app, config.DRAIN_SECONDS * 1_000);
});
