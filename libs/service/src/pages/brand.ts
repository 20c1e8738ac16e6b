/** The name and the logo of an installation, which its pages and mails show. */
export interface Brand {
  INSTALLATION_NAME: string;
  /** An address, a data: URL, or nothing. */
  INSTALLATION_LOGO: string;
}

/** The logo as HTML. The name stands beside it, so it has no text of its own. */
export function logoOf({ INSTALLATION_LOGO }: Brand): string {
  return INSTALLATION_LOGO === '' ? '' : `<img src="${INSTALLATION_LOGO.replaceAll('&', '&amp;')}" alt="" height="32">`;
}

/** The source of the logo, for a Content-Security-Policy. */
export function logoSource({ INSTALLATION_LOGO }: Pick<Brand, 'INSTALLATION_LOGO'>): string {
  if (INSTALLATION_LOGO === '') return "'none'";
  return INSTALLATION_LOGO.startsWith('data:') ? 'data:' : new URL(INSTALLATION_LOGO).origin;
}
