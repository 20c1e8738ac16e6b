// Loaded into the services by NODE_OPTIONS: names are asked of the name server that the attack answers for.
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const { ATTACK_NAME_SERVER: server } = process.env;

if (server !== undefined) {
  dns.Resolver = class extends dns.Resolver {
    constructor(...options) {
      super(...options);
      this.setServers([server]);
    }
  };
  syncBuiltinESMExports();
}
