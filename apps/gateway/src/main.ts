import { endGracefully, listen, orExplain } from '@ces/service/start';
import { readConfig } from '@ces/service/config/config';
import { createGateway } from './server/create-gateway.js';
import { GatewayConfig } from './gateway.config.js';

void orExplain(async () => {
  const config = readConfig(GatewayConfig, process.env);
  const app = await createGateway(config);
  await listen(app, config);
  endGracefully(app, config.DRAIN_SECONDS * 1_000);
});
