/** The languages that texts and mails exist in; the first is the default. */
export const locales = ['en_GB', 'nl_NL', 'de_DE'] as const;
export type Locale = (typeof locales)[number];
