import { isURL, ValidateBy } from 'class-validator';
import { addressesIn } from '../database/sessions/hosts.js';

/** Accepts several hosts. One of them takes writes, and the service uses that one. */
export function IsDatabaseUrl() {
  return ValidateBy({
    name: 'isDatabaseUrl',
    validator: {
      validate: (url) => typeof url === 'string' && addressesIn(url).every(isAddress) && asksForWrites(url),
      defaultMessage: (args) =>
        `${args?.property ?? ''} must be postgres://user:password@host:port/database; several hosts stand as host:port,host:port`,
    },
  });
}

function isAddress(address: string): boolean {
  return isURL(address, { protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false });
}

/** Other values of this parameter need sessions at a standby, which the service does not have. */
function asksForWrites(url: string): boolean {
  return !/[?&]target_session_attrs=(?!read-write(&|$))/.test(url);
}
