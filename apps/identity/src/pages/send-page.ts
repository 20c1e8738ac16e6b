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
