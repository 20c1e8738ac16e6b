import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * The stored form of a name, by which names are compared: NFKC (which also folds full and half width), trimmed, lower case.
 * Undefined for text that cannot be a name and must not reach the database.
 */
export function normalisedUsername(given: string): string | undefined {
  if (given.length > 1_000 || /[\0\p{Surrogate}]/u.test(given)) return undefined;
  // NFKC again after lower case, because some capitals decompose into letter and mark.
  return given.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
}

interface UsernameFault {
  code: 'is-email' | 'invisible-character' | 'mixed-scripts';
  detail: string;
}

/** Why a normalised name cannot be registered. Sign-in does not check it, so a name that is older than a rule still works. */
export function faultOfUsername(name: string): UsernameFault | undefined {
  const labels = labelsOf(name);
  if ([name, ...(labels ?? [])].some((text) => unseen.test(text))) {
    return { code: 'invisible-character', detail: 'must have no invisible, control or bidirectional characters' };
  }
  if (!labels) return { code: 'is-email', detail: 'must be an e-mail address' };
  if (labels.every((label) => writings.some((writing) => writing.test(label)))) return undefined;
  return { code: 'mixed-scripts', detail: 'must not mix scripts before the @ or within a part of the domain' };
}

/** Invisible characters, and characters that change how others are shown. U+2800 is a blank that Unicode counts as a symbol. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cn}\u2028\u2029\u2800]/u;

/** RFC 5321, section 4.1.2, without quoted strings; letters of all languages by RFC 6531. */
const letter = String.raw`\p{L}\p{Nd}`;
const atom = String.raw`[\w!#$%&'*+\-/=?^\x60{|}~${letter}][\w!#$%&'*+\-/=?^\x60{|}~${letter}\p{M}]*`;
const localPart = new RegExp(String.raw`^${atom}(\.${atom})*$`, 'u');
const domainLabel = new RegExp(String.raw`^[${letter}](?:[${letter}\p{M}-]*[${letter}\p{M}])?$`, 'u');
/** The prefix of a label in Punycode. */
const encoded = 'xn--';
const longestLocalPart = 64;
const longestLabel = 63;
const longestAddress = 254;

function labelsOf(name: string): string[] | undefined {
  const at = name.lastIndexOf('@');
  const [local, domain] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
  if (bytesOf(local) > longestLocalPart || bytesOf(name) > longestAddress || !localPart.test(local)) return undefined;
  if (domain.startsWith('[')) return isAddressLiteral(domain) ? [local] : undefined;
  if (isRewrittenNumber(domain)) return undefined;
  const written = domain.split('.');
  const read = written.map((label) => (label.startsWith(encoded) ? domainToUnicode(label) : label));
  if (read.some((label) => label.startsWith(encoded))) return undefined;
  const areLabels = [...written, ...read].every((label) => domainLabel.test(label) && bytesOf(label) <= longestLabel);
  return areLabels ? [local, ...read] : undefined;
}

/** RFC 5321, section 4.1.3, in lower case. No other tag than `IPv6` is registered. */
function isAddressLiteral(domain: string): boolean {
  const [, ipv6, ipv4 = ''] = /^\[(?:ipv6:([\da-f:.]+)|([\d.]+))\]$/.exec(domain) ?? [];
  if (ipv6 === undefined)
    return /^\d{1,3}(\.\d{1,3}){3}$/.test(ipv4) && ipv4.split('.').every((byte) => Number(byte) < 256);
  const groups = ipv6.split(':').filter((group) => group !== '');
  // `::` stands for two groups or more; an IPv4 address at the end is two groups.
  return isIPv6(ipv6) && (!ipv6.includes('::') || groups.length + (ipv6.includes('.') ? 1 : 0) <= 6);
}

/** Other ways to write an IPv4 address, such as `1.2.3` or `0x7f.1`: software that sends mail rewrites them, and would mail another name. */
function isRewrittenNumber(domain: string): boolean {
  const rewritten = domainToASCII(domain);
  return isIPv4(rewritten) && rewritten !== domain;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** The scripts of modern languages (UAX 31, table 5). */
const scripts = [
  ...['Arab', 'Armn', 'Beng', 'Bopo', 'Cyrl', 'Deva', 'Ethi', 'Geor', 'Grek', 'Gujr', 'Guru', 'Hang', 'Hani', 'Hebr'],
  ...['Hira', 'Kana', 'Khmr', 'Knda', 'Laoo', 'Latn', 'Mlym', 'Mymr', 'Orya', 'Sinh', 'Taml', 'Telu', 'Thaa', 'Thai'],
  'Tibt',
];

/** One script alone, or the scripts that Japanese, Chinese and Korean mix: UTS 39, level "highly restrictive". */
const writings = [
  ...scripts.map((script) => [script]),
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
].map((together) => {
  const classes = [...together, 'Zyyy', 'Zinh'].map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${classes.join('')}]*$`, 'u');
});
