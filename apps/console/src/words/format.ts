import type { Language } from './language.js';

export interface Format {
  number: (value: number) => string;
  compact: (value: number) => string;
  percent: (share: number) => string;
  day: (iso: string) => string;
  /** A day of a chart, whose days are those of UTC. */
  shortDay: (iso: string) => string;
  time: (iso: string) => string;
  moment: (iso: string) => string;
  exact: (iso: string) => string;
  ago: (iso: string) => string;
  duration: (milliseconds: number) => string;
}

const units: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const made = new Map<Language, Format>();

/** Making an Intl formatter takes longer than its use, so each language has one set. */
export function formatFor(language: Language): Format {
  const known = made.get(language) ?? makeFormat(language);
  made.set(language, known);
  return known;
}

function makeFormat(language: Language): Format {
  const locale = language === 'en' ? 'en-GB' : language;
  const number = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const moment = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    percent: (share) => percent.format(share),
    day: (iso) => day.format(new Date(iso)),
    shortDay: (iso) => shortDay.format(new Date(iso)),
    time: (iso) => time.format(new Date(iso)),
    moment: (iso) => moment.format(new Date(iso)),
    exact: (iso) => exact.format(new Date(iso)),
    ago: (iso) => {
      const seconds = (Date.parse(iso) - Date.now()) / 1_000;
      const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
      return relative.format(Math.round(seconds / size), unit);
    },
    duration: (milliseconds) =>
      milliseconds < 1_000
        ? `${number.format(Math.round(milliseconds))} ms`
        : `${number.format(Math.round(milliseconds / 100) / 10)} s`,
  };
}
