/** A nonce serves one purpose: a registration under way, its confirmation by mail, or the deletion of an account. */
export type Purpose = 'auth' | 'activation' | 'delete_request';
