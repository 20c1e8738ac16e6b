import type { Schema } from '../../../api/routes.js';
import { linesOf } from '../../../design/controls/lines.js';

export type MailText = Schema<'MailText'>;

/** The words of a mail as the form has them: a paragraph is a line. */
export interface MailDraft {
  subject: string;
  greeting: string;
  lines: string;
  button: string | undefined;
  ending: string;
}

export function draftOf({ subject, greeting, lines, button, ending }: MailText): MailDraft {
  return { subject, greeting, lines: lines.join('\n'), button: button ?? undefined, ending: ending.join('\n') };
}

export function wordsOf({ subject, greeting, lines, button, ending }: MailDraft): Schema<'MailWords'> {
  return {
    ...{ subject: subject.trim(), greeting: greeting.trim(), lines: linesOf(lines), ending: linesOf(ending) },
    ...(button === undefined || button.trim() === '' ? {} : { button: button.trim() }),
  };
}
