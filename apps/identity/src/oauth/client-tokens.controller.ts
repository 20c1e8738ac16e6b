import {
  issueClientTokens,
  type ClientTokenAnswer,
  type ClientTokenRequest,
} from '@ces/contracts/identity/tokens/client-tokens';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ClientTokens } from './client-tokens.js';

@Controller()
export class ClientTokensController {
  constructor(private readonly tokens: ClientTokens) {}

  @Handle(issueClientTokens)
  async issue({ requests }: { requests: ClientTokenRequest[] }): Promise<(ClientTokenAnswer | null)[]> {
    const answers = await this.tokens.answerAll(requests);
    return answers.map((each) => each ?? null);
  }
}
