const beforeNonce = '#nonce=';

/** The nonce becomes the fragment, which browsers do not send to the server of the page. */
export function linkTo(page: string, nonce: string): string {
  return `${page.replace(/#.*$/s, '')}${beforeNonce}${nonce}`;
}

export function nonceIn(link: string): string {
  return link.slice(link.indexOf(beforeNonce) + beforeNonce.length);
}
