import type { AccessToken } from '@ces/auth/access-token';
import { PortalCaller } from '@ces/auth/portal-caller';
import { AcceptsPortal } from '@ces/auth/tokens.decorator';
import type { ClientScope } from '@ces/contracts/identity/tokens/scopes';
import { Problem } from '@ces/contracts/problems';
import type { Webhook } from '@ces/contracts/webhooks/webhooks';
import { applyDecorators, Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Refuses callers of the portal another webhook than those of their link, as if it did not exist. */
@Injectable()
class WebhookOfLinkGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user, params } = context.switchToHttp().getRequest<FastifyRequest & { user?: AccessToken }>();
    const { webhook_id: id } = params as { webhook_id?: string };
    if (user instanceof PortalCaller && id !== undefined && !user.webhookIds.includes(id))
      throw new Problem('webhook-not-found', 'The link to the portal shows no webhook of this id.');
    return true;
  }
}

/**
 * A route for clients with the scope `webhooks`, or one of `more`, that subscribers may call, too, for the webhooks of their link.
 */
export function AlsoInPortal(...more: ClientScope[]) {
  return applyDecorators(AcceptsPortal('webhooks', ...more), UseGuards(WebhookOfLinkGuard));
}

/** The webhook as the caller may see it. Values of headers are often credentials, and a subscriber needs none of them. */
export function shownTo<T extends Webhook>(caller: AccessToken, webhook: T): T {
  if (!(caller instanceof PortalCaller)) return webhook;
  return { ...webhook, headers: Object.fromEntries(Object.keys(webhook.headers).map((name) => [name, '…'])) };
}
