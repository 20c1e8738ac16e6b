import { check } from '@ces/contracts/check';
import { NewOperator } from '@ces/contracts/identity/operators/operators';
import { Problem } from '@ces/contracts/problems';
import { ConfigFault } from '@ces/service/config/config';
import type { Command } from '@ces/service/start';
import { AuditService } from '../audit/audit.service.js';
import { OperatorsService } from './operators.service.js';

/** The command `invite-owner`: the way to the first owner, and back in when no owner can sign in. */
export const inviteOwner: Command = async (app, _env, { email = '', name = email }) => {
  try {
    const given = await check(NewOperator, { email, name, role: 'owner' }, 'refuse');
    const { id, invitation_url } = await app.get(OperatorsService).inviteOwner(given);
    await app.get(AuditService).add({ who: 'system', what: `invite-owner ${id}` });
    console.log(invitation_url);
  } catch (error) {
    throw error instanceof Problem ? new ConfigFault(`invite-owner --email=<address>: ${error.detail}`) : error;
  }
};
