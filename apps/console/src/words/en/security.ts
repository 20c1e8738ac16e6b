export const security = {
  subtitle: 'A second factor keeps strangers out, even with your password.',
  app: 'Codes of an app',
  appText: 'An app on your phone shows a new code every 30 seconds.',
  on: 'On',
  off: 'Off',
  add: 'Set up',
  remove: 'Remove',
  removeText:
    'A password is then enough to sign in as you. Your recovery codes stop working. Type a code that your app shows now, or one of your recovery codes.',
  removed: 'The codes are no longer asked for.',
  scan: 'Scan the picture with your app, then type the code that it shows.',
  orType: 'Or type this secret:',
  code: 'Code',
  confirm: 'Confirm',
  recovery: 'Recovery codes',
  recoveryText: 'Keep them in a safe place. Each works once, if you lose your phone.',
};
