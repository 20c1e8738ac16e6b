/**
 * The identity service: clients, tokens, users and their connections.
 *
 *   node main.js           serves
 *   node main.js migrate   prepares the database
 *   node main.js seed      creates the clients, providers, users and operators of SEED_CLIENTS, SEED_PROVIDERS, SEED_USERS and
 *                          SEED_OPERATORS, unless they exist
 *   node main.js invite-owner --email=olga@shop.example [--name=Olga]
 *                          prints a link with which this operator chooses a password, and makes them an owner
 *   node main.js reseal    encrypts with the first key of SECRETS_KEY what an older key has encrypted, so that the older one can be dropped
 *
 * The seed makes the first client of an installation, which makes the others over the API:
 *
 *   SEED_CLIENTS='[{"id": "cl_admin", "secret": "<openssl rand -base64 32>", "name": "Operator", "scopes": ["admin"]}]'
 *   SEED_PROVIDERS='[{"name": "acme-login", "issuer": "https://login.example", "client_ids": ["shop-app"]}]'
 *
 * The seed never undoes later changes. Rotate the seeded secret over the API and drop the variables.
 */
import { run } from '@ces/service/run';
import { identitySchema } from './identity.schema.js';

await run('identity', identitySchema, async () => (await import('./identity.module.js')).identity);
