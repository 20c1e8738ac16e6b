import type { NewOperator } from '@ces/contracts/identity/operators/operators';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { OperatorsService } from '../operators/operators.service.js';

/** Makes operators for trials, who can sign in at once, without an invitation. */
@Injectable()
export class ReadyOperatorsService {
  constructor(
    private readonly operators: OperatorsService,
    private readonly hasher: PasswordHasher,
  ) {}

  async createIfMissing({ password, ...operator }: NewOperator & { password: string }): Promise<'created' | 'found'> {
    return this.operators.createIfMissing(operator, await this.hasher.hash(password));
  }
}
