import { decodeProtectedHeader } from 'jose';
import type { Provider } from 'oidc-provider';
import { signingAlgorithms } from '../../keys/signing-key.js';

/**
 * Sign-outs come with id_tokens that may be older than a change of the algorithm, and the library would check them by that
 * of today. It takes only a key of the same algorithm.
 */
export function verifyByOwnAlgorithm({ IdToken }: Provider): void {
  const validate = IdToken.validate.bind(IdToken);
  IdToken.validate = (token, client) => {
    const own = signingAlgorithms.find((alg) => alg === decodeProtectedHeader(token).alg);
    const asSigned = own === undefined ? {} : { idTokenSignedResponseAlg: { value: own } };
    return validate(token, Object.create(client, asSigned) as typeof client);
  };
}
