export interface Brand {
  INSTALLATION_NAME: string;
  /** An address, a data: URL, or nothing. */
  INSTALLATION_LOGO: string;
}

/** The name stands beside the logo, so the logo has no alternative text. */
export function logoOf({ INSTALLATION_LOGO }: Brand): string {
  return INSTALLATION_LOGO === '' ? '' : `<img src="${INSTALLATION_LOGO.replaceAll('&', '&amp;')}" alt="" height="32">`;
}

/** For a Content-Security-Policy. */
export function logoSource({ INSTALLATION_LOGO }: Pick<Brand, 'INSTALLATION_LOGO'>): string {
  if (INSTALLATION_LOGO === '') return "'none'";
  return INSTALLATION_LOGO.startsWith('data:') ? 'data:' : new URL(INSTALLATION_LOGO).origin;
}
