import { hasOnlyMigrate, orExplain } from '@ces/service/main-process';
import { endGracefully, listen, settingsToServe } from '@ces/service/start';
import { createGateway } from './server/create-gateway.js';
import { GatewayConfig } from './gateway.config.js';

void orExplain(async () => {
  if (hasOnlyMigrate('gateway', process.argv[2])) return;
  const config = settingsToServe('gateway', GatewayConfig);
  const app = await createGateway(config);
  await listen(app, config);
  endGracefully(app, config.DRAIN_SECONDS * 1_000);
});
