import { describeContracts } from '@ces/contracts/shape/described';
import { clientScopes, userScopes } from '@ces/contracts/identity/tokens/scopes';
import * as swagger from '@nestjs/swagger';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { GatewayConfig } from '../gateway.config.js';
import { asyncApi } from './async-api.js';
import { completeDocument } from './complete-document.js';
import { scopes } from './openapi/scopes.js';
import { publishSite } from './site/publish-site.js';
import { webhookClasses, withWebhooks } from './webhook-docs.js';

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

function openApi(app: NestFastifyApplication, config: GatewayConfig): swagger.OpenAPIObject {
  const builder = new swagger.DocumentBuilder()
    .setTitle('Customer Engagement Service')
    .setDescription(
      'Users, events, campaigns, cards, segments and webhooks behind one address. A client gets a token from `/oauth2/token` and ' +
        'sends it as `Authorization: Bearer …`. Every refusal is a problem document (RFC 9457) with a stable `code`.',
    )
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
    .addSecurity('operator_access_token', {
      type: 'http',
      scheme: 'bearer',
      description:
        'The token of a person who operates the service. It also opens every route for client tokens, with the scopes of the role; ' +
        'where rows belong to a client, `On-Behalf-Of` names it.',
    })
    .addSecurity('portal_access_token', {
      type: 'http',
      scheme: 'bearer',
      description: 'The token in a link to the portal. It opens some routes, for the webhooks of the link.',
    })
    .addSecurity('client_access_token', {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: `${config.PUBLIC_URL}/oauth2/token`, scopes: named(clientScopes) } },
    });
  describeContracts(swagger);
  const document = swagger.SwaggerModule.createDocument(app, builder.build(), {
    extraModels: webhookClasses,
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}.${method}`,
  });
  return atAddress(withWebhooks(completeDocument(document)), config.PUBLIC_URL);
}

/** Examples in the code name the default address; a caller sees the address of this installation. */
function atAddress(document: swagger.OpenAPIObject, publicUrl: string): swagger.OpenAPIObject {
  const text = JSON.stringify(document).replaceAll('http://localhost:3000/', `${publicUrl}/`);
  return JSON.parse(text) as swagger.OpenAPIObject;
}

function named(names: readonly (keyof typeof scopes)[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, scopes[name]]));
}
