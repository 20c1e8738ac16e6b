import {
  issueClientTokens,
  type ClientTokenAnswer,
  type ClientTokenRequest,
} from '@ces/contracts/identity/tokens/client-tokens';
import { Handle } from '@ces/messaging/calls/handle';
import { requestsOfCall } from '@ces/messaging/tracing/describe-spans';
import { Tracing } from '@ces/messaging/tracing/tracing';
import { Controller } from '@nestjs/common';
import { ClientTokens } from './client-tokens.js';

const spans = requestsOfCall<ClientTokenRequest>('server', issueClientTokens.subject);

@Controller()
export class ClientTokensController {
  constructor(
    private readonly tokens: ClientTokens,
    private readonly tracing: Tracing,
  ) {}

  @Handle(issueClientTokens)
  async issue({ requests }: { requests: ClientTokenRequest[] }): Promise<(ClientTokenAnswer | null)[]> {
    const answers = await this.tracing.inEach(spans, requests, (traced) => this.tokens.answerAll(traced));
    return answers.map((each) => each ?? null);
  }
}
