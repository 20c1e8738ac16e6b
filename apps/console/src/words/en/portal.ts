export const portal = {
  title: 'Webhook deliveries',
  subtitle: 'What was sent to you, and what your receiver answered.',
  ended: 'This link has ended',
  endedText: 'Ask for a new one where you got it.',
  catalogue: 'Events you get',
  example: 'Example',
  verify: 'Verify a delivery',
  verifyText: 'Any library for Standard Webhooks does it. With Node:',
  until: (when: string) => `This page works until ${when}.`,
  all: 'All webhooks',
  choose: 'Webhook',
};
