import { verify, WebhookVerificationError } from '../webhooks/verify.ts';
import type { HeadersLike, VerifiedDelivery, VerifyOptions } from '../webhooks/verify.ts';

interface NestRequest {
  headers: HeadersLike;
  rawBody?: Uint8Array;
  delivery?: VerifiedDelivery;
}

interface NestContext {
  switchToHttp(): { getRequest(): NestRequest };
}

/**
 * A guard: `@UseGuards(new WebhookGuard(secrets))`. It needs `NestFactory.create(AppModule, { rawBody: true })`, and puts the
 * verified delivery into the request as `delivery`. Nest answers 403 to all that does not verify.
 */
export class WebhookGuard {
  private readonly secrets: string | readonly string[];
  private readonly options: VerifyOptions;

  constructor(secrets: string | readonly string[], options: VerifyOptions = {}) {
    this.secrets = secrets;
    this.options = options;
  }

  async canActivate(context: NestContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    if (request.rawBody === undefined) throw new Error('Create the application with { rawBody: true }.');
    try {
      request.delivery = await verify(request.rawBody, request.headers, this.secrets, this.options);
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  }
}
