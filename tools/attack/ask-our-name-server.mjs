// NODE_OPTIONS loads this into the services. Their names are then resolved by the name server of the attack.
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
