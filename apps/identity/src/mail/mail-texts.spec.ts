import { ConfigFault } from '@ces/service/config/config';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IdentityConfig } from '../identity.config.js';
import { MailTexts } from './mail-texts.js';
import { renderMail } from './render-mail.js';

describe('the texts of mails', () => {
  const MAIL_TEXTS = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  const textsWith = (english: string): MailTexts => {
    writeFileSync(join(MAIL_TEXTS, 'en_GB.json'), english);
    return new MailTexts(Object.assign(new IdentityConfig(), { MAIL_TEXTS }));
  };

  afterAll(() => {
    rmSync(MAIL_TEXTS, { recursive: true });
  });

  it("are the operator's where it has written its own, and ours elsewhere", () => {
    const ours = new MailTexts(new IdentityConfig());
    const texts = textsWith('{"activation": {"subject": "Hello from the <shop>", "lines": ["One", "Two"]}}');
    expect(texts.of('activation', 'en_GB')).toEqual({
      ...ours.of('activation', 'en_GB'),
      subject: 'Hello from the <shop>',
      lines: ['One', 'Two'],
    });
    expect(texts.of('deletion', 'en_GB')).toEqual(ours.of('deletion', 'en_GB'));
    expect(texts.of('activation', 'nl_NL')).toEqual(ours.of('activation', 'nl_NL'));
    const { subject, html, text } = renderMail(
      texts.of('activation', 'en_GB'),
      'en_GB',
      'https://ces.example/#nonce=x',
      'Shop & Co',
    );
    expect(html).toContain('Shop &amp; Co</p>');
    expect(subject).toBe('Hello from the <shop>');
    expect(html).toContain('<title>Hello from the &lt;shop&gt;</title>');
    expect(text).toContain('One\n\nTwo\n\nhttps://ces.example/#nonce=x');
  });

  it.each([
    '{',
    '[]',
    '{"farewell": {}}',
    '{"activation": []}',
    '{"activation": {"colour": "red"}}',
    '{"activation": {"lines": "One"}}',
    '{"activation": {"ending": [1]}}',
    '{"constructor": {"name": "x"}}',
  ])('stop the start with the name of the file when they are malformed: %s', (english) => {
    expect(() => textsWith(english)).toThrow(ConfigFault);
    expect(() => textsWith(english)).toThrow('en_GB.json');
  });
});
