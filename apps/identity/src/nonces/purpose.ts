/** A nonce serves one purpose: a registration under way, its confirmation by mail, the deletion of an account, or a new password. */
export type Purpose = 'auth' | 'activation' | 'delete_request' | 'password_reset';
