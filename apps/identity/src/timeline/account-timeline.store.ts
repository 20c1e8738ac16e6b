import { idAt, TimelineStore, written } from '@ces/service/timeline/timeline.store';
import { Injectable } from '@nestjs/common';

const nothing = `'{}'::json`;

function ofAccount(moment: string, title: string, data = nothing): string {
  return `SELECT ${idAt(moment, `'user ${moment}'`)} AS id, '${title}' AS title, ${data} AS data
            FROM app_user WHERE id = $1 AND ${moment} IS NOT NULL`;
}

function ofCredential(moment: string, title: string): string {
  return `SELECT ${idAt(moment, `'credential ${moment}'`)} AS id, '${title}' AS title,
                 json_build_object('username', username, 'client_id', client_id) AS data
            FROM credential WHERE user_id = $1 AND ${moment} IS NOT NULL`;
}

/** The account in the life of a user; each has few of these. SQL because `TimelineStore` joins it with others. */
@Injectable()
export class AccountTimelineStore extends TimelineStore {
  protected readonly selections = {
    'user-created': ofAccount('created_at', 'User created', `json_build_object('client_id', made_by)`),
    'first-sign-in': ofAccount('first_sign_in_at', 'First sign-in'),
    'user-deactivated': ofAccount('deactivated_at', 'Deactivated'),
    'user-closed': ofAccount('closed_at', 'Closed', `json_build_object('erase_at', ${written('erase_after')})`),
    'registration-begun': ofCredential('created_at', 'Registration begun'),
    'user-activated': ofCredential('activated_at', 'Activated'),
    'person-entered': `
      SELECT ${idAt('created_at', `'person'`)} AS id, 'Personal data entered' AS title, ${nothing} AS data
        FROM person WHERE user_id = $1`,
    'person-changed': `
      SELECT ${idAt('updated_at', `'change'`)} AS id, 'Personal data changed last' AS title, ${nothing} AS data
        FROM person WHERE user_id = $1 AND updated_at > created_at`,
    'connection-created': `
      SELECT ${idAt('created_at', `provider_name || ' ' || owner_id`)} AS id, 'Connected with ' || provider_name AS title,
             json_build_object('provider_name', provider_name, 'owner_id', owner_id, 'imported', imported) AS data
        FROM connection WHERE user_id = $1`,
  };
}
