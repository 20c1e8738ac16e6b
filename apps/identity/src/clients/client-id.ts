/** The form of a client's id. Other texts belong to no client and are not looked up. */
export const clientIdPattern = /^[\x21-\x7e]{1,128}$/;
