/**
 * The identity service: clients, tokens, users and their connections.
 *
 *   node main.js           serves
 *   node main.js migrate   prepares the database
 *   node main.js seed      creates the clients and providers that SEED_CLIENTS and SEED_PROVIDERS name, unless they exist
 *   node main.js reseal    encrypts anew what an older key of SECRETS_KEY has encrypted, so that it can be dropped
 *
 * The first client of an installation, which makes all others over the API, comes from the seed:
 *
 *   SEED_CLIENTS='[{"id": "cl_admin", "secret": "<openssl rand -base64 32>", "name": "Operator", "scopes": ["admin"]}]'
 *   SEED_PROVIDERS='[{"name": "acme-login", "issuer": "https://login.example", "client_ids": ["shop-app"]}]'
 *
 * A change made since is never undone; rotate the seeded secret over the API and drop the variables.
 */
import { start } from '@ces/service/start';
import { identity } from './identity.module.js';

await start(identity);
