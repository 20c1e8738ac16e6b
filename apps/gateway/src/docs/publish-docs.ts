import { clientScopes, userScopes } from '@ces/contracts/identity/clients';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { GatewayConfig } from '../gateway.config.js';
import { asyncApi, factClasses } from './async-api.js';
import { completeDocument } from './complete-document.js';
import { publishSite } from './site/publish-site.js';
import { withWebhooks } from './webhook-docs.js';

/** Serves `/openapi.json` and `/asyncapi.json`, generated from the running code, and the pages that show them. */
export function publishDocs(app: NestFastifyApplication, config: GatewayConfig): void {
  const document = openApi(app, config);
  const json = JSON.stringify(document);
  const events = JSON.stringify(asyncApi(config.PUBLIC_URL, document));
  const fastify = app.getHttpAdapter().getInstance();
  for (const [path, text] of [
    ['/openapi.json', json],
    ['/asyncapi.json', events],
  ] as const) {
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Language': 'en-GB' };
    fastify.get(path, (_request, reply) => reply.headers(headers).send(text));
  }
  publishSite(fastify, document, config);
}

function openApi(app: NestFastifyApplication, config: GatewayConfig): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Customer Engagement Service')
    .setDescription('Users, events, campaigns, cards, segments and webhooks behind one address.')
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addServer(config.PUBLIC_URL)
    .addSecurity('user_access_token', {
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: `${config.PUBLIC_URL}/oauth2/authorize`,
          tokenUrl: `${config.PUBLIC_URL}/oauth2/token`,
          scopes: named(userScopes),
        },
      },
    })
    .addSecurity('client_access_token', {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: `${config.PUBLIC_URL}/oauth2/token`, scopes: named(clientScopes) } },
    });
  return withWebhooks(
    completeDocument(
      SwaggerModule.createDocument(app, builder.build(), {
        extraModels: factClasses,
        operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}.${method}`,
      }),
    ),
  );
}

/** OpenAPI demands a description of each scope; its name is enough. */
function named(scopes: readonly string[]): Record<string, string> {
  return Object.fromEntries(scopes.map((scope) => [scope, scope]));
}
