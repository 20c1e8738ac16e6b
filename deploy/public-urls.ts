/** Addresses for the specs of both rules that refuse the secrets of .env.example. */
export const publicUrls = [
  'https://ces.example',
  'http://10.0.0.5:3000',
  'http://localhost.example',
  'http://notlocalhost',
  'http://[2001:db8::1]',
  'https://127.evil.example',
  'https://127.0.0.1.evil.example',
  'https://localhost@ces.example',
];

export const localUrls = [
  '',
  'http://localhost',
  'http://localhost/',
  'http://localhost:3000',
  'HTTP://LOCALHOST:3000',
  'https://ces.localhost',
  'http://ces.localhost:3000',
  'http://127.0.0.1',
  'http://127.1.2.3:3000/',
  'http://[::1]:3000',
];
