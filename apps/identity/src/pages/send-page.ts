import type { Locale } from '@ces/contracts/locale';
import type { FastifyReply } from 'fastify';
import { pageHeaders, policyOf } from './page-policy.js';

export function sendPage(reply: FastifyReply, locale: Locale, html: string): FastifyReply {
  return reply
    .headers({
      ...pageHeaders,
      'content-language': locale.replace('_', '-'),
      'content-security-policy': policyOf(html),
    })
    .send(html);
}

export function sendScript(reply: FastifyReply, text: string): FastifyReply {
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
  return reply.headers({ ...headers, 'x-content-type-options': 'nosniff' }).send(text);
}
