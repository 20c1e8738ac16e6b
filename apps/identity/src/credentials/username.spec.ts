import { faultOfUsername, normalisedUsername } from './username.js';

const fault = (given: string) => {
  const name = normalisedUsername(given);
  return name === undefined ? 'unreadable' : faultOfUsername(name)?.code;
};

describe('a username', () => {
  it.each([
    [' Anna@Example.COM ', 'anna@example.com'],
    ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'anna@example.com'],
    ['JÜRGEN@MÜLLER.example', 'jürgen@müller.example'],
    ['ﬁona@example.com', 'fiona@example.com'],
    ['a\0nna@example.com', undefined],
    ['anna\ud800@example.com', undefined],
    ['x'.repeat(1_001), undefined],
  ])('%j is compared as %j', (given, expected) => {
    expect(normalisedUsername(given)).toBe(expected);
  });

  it.each([
    "miles.o'brien@example.org",
    "!#$%&'*+-/=?^_`{|}~@example.org",
    'anna+shop@example.org',
    '1@2.example',
    'anna@localhost',
    'anna@host9',
    'anna@192.0.2.1',
    'anna@example.123',
    'anna@münchen',
    'anna@xn--mnchen-3ya',
    'anna@[192.0.2.1]',
    'anna@[192.000.002.001]',
    'jürgen@[IPv6:2001:db8::1]',
    'anna@[IPv6:2001:DB8:0:0:0:0:0:1]',
    'anna@[IPv6:::ffff:192.0.2.1]',
    'anna@[IPv6:::]',
    'anna@[IPv6:1:2:3:4:5:6::]',
    `${'x'.repeat(64)}@example.org`,
    `anna@${'x'.repeat(63)}.example`,
    'anna@xn--mller-kva.example',
    'jürgen@müller.example',
    'анна@пример.рф',
    '山田太郎@日本ひらカナ.example',
    '李小龍@例え.テスト',
    '한국anna漢字@example.org',
    'αννα@παράδειγμα.ελ',
    'अन्ना@उदाहरण.भारत',
  ])('%j may be registered', (name) => {
    expect(fault(name)).toBeUndefined();
  });

  it.each([
    'anna',
    '@example.com',
    'anna@',
    'anna@@example.com',
    'a@b@example.com',
    '.anna@example.com',
    'anna.@example.com',
    'an..na@example.com',
    'an na@example.com',
    'an"na@example.com',
    '"anna"@example.com',
    'anna\\@example.com',
    'anna,bert@example.com',
    'anna<x>@example.com',
    'anna:x@example.com',
    'anna;x@example.com',
    'anna(x)@example.com',
    'anna[x]@example.com',
    'anna@[192.0.2.256]',
    'anna@[192.0.2]',
    'anna@[192.0.2.1',
    'anna@192.0.2.1]',
    'anna@[]',
    'anna@[2001:db8::1]',
    'anna@[IPv6:]',
    'anna@[IPv6:192.0.2.1]',
    'anna@[IPv6:2001:db8::1%eth0]',
    'anna@[IPv6:1:2:3:4:5:6:7::]',
    'anna@[IPv6:1:2:3:4:5::192.0.2.1]',
    'anna@[IPv6:1:2:3:4:5:6:7:8:9]',
    'anna@[tag:content]',
    'anna@[192.0.2.1].example',
    'anna@1.2.3',
    'anna@0x7f.1',
    'anna@0x7f000001',
    'anna@2130706433',
    'anna@-example.com',
    'anna@example-.com',
    'anna@exa_mple.com',
    'anna@example..com',
    'anna@example.com.',
    `${'x'.repeat(65)}@example.com`,
    `anna@${'x'.repeat(64)}.example`,
    `anna@${'x.'.repeat(126)}example`,
    'anna😀@example.com',
    'anna©@example.com',
    '\u0301anna@example.com',
    'anna@xn--a.example',
  ])('%j is not an address', (name) => {
    expect(fault(name)).toBe('is-email');
  });

  it.each([
    ['U+200B zero width space', 'an\u200bna@example.com'],
    ['U+200C zero width non-joiner', 'an\u200cna@example.com'],
    ['U+200D zero width joiner', 'an\u200dna@example.com'],
    ['U+202E right-to-left override', 'an\u202ena@example.com'],
    ['U+2066 left-to-right isolate', 'an\u2066na@example.com'],
    ['U+00AD soft hyphen', 'an\u00adna@example.com'],
    ['U+3164 Hangul filler', 'an\u3164na@example.com'],
    ['U+115F Hangul choseong filler', 'an\u115fna@example.com'],
    ['U+2800 Braille blank', 'an\u2800na@example.com'],
    ['U+034F combining grapheme joiner', 'an\u034fna@example.com'],
    ['U+FE0F variation selector', 'an\ufe0fna@example.com'],
    ['U+E0061 tag', 'an\u{e0061}na@example.com'],
    ['U+180E Mongolian vowel separator', 'an\u180ena@example.com'],
    ['U+061C Arabic letter mark', 'an\u061cna@example.com'],
    ['U+2060 word joiner', 'anna@exam\u2060ple.com'],
    ['U+200B in an address literal', 'anna@[192.0\u200b.2.1]'],
    ['U+FEFF inside', 'an\ufeffna@example.com'],
    ['U+0007 control', 'an\u0007na@example.com'],
    ['a line break', 'anna@example.com\nBcc: x@example.com'],
    ['U+0085 control', 'an\u0085na@example.com'],
    ['U+E000 private use', 'an\ue000na@example.com'],
    ['U+0378 unassigned', 'an\u0378na@example.com'],
  ])('with an invisible, control or bidirectional character is refused: %s', (_, name) => {
    expect(fault(name)).toBe('invisible-character');
  });

  it.each([
    ['Cyrillic а in a Latin name', '\u0430nna@example.com'],
    ['Cyrillic о in a Latin label', 'anna@g\u043e\u043egle.com'],
    ['the same label as an A-label', 'anna@xn--ggle-55da.com'],
    ['Greek ο in a Latin name', 'j\u03bfhn@example.com'],
    ['Armenian and Latin', 'a\u0578na@example.com'],
    ['Cyrillic and Greek', '\u0430\u03b1@example.com'],
    ['Arabic digits in a Latin name', 'anna\u0661@example.com'],
    ['a Cyrillic letter before an address literal', '\u0430nna@[192.0.2.1]'],
    ['a Cyrillic letter in a domain of one label', 'anna@l\u043ecalhost'],
    ['Hangul and Kana', '한カ@example.com'],
    ['a script of no modern language', '\u{10330}@example.com'],
  ])('that mixes scripts in one label is refused: %s', (_, name) => {
    expect(fault(name)).toBe('mixed-scripts');
  });
});
