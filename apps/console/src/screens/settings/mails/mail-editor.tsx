import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.js';
import { may, sessionQuery } from '../../../api/session.js';
import { useChange } from '../../../api/use-api.js';
import { Button } from '../../../design/controls/button.js';
import { TextArea, TextField } from '../../../design/controls/fields.js';
import { Segmented } from '../../../design/controls/segmented.js';
import { AskFirst } from '../../../design/feedback/ask-first.js';
import { Dialog } from '../../../design/feedback/dialog.js';
import { Problem } from '../../../design/feedback/problem.js';
import { say } from '../../../design/feedback/toasts.js';
import { useWords } from '../../../words/use-words.js';
import { draftOf, wordsOf, type MailDraft, type MailText } from './mail-draft.js';
import { MailPreview } from './mail-preview.js';

interface Props {
  texts: readonly MailText[];
  first: string;
  onClose: () => void;
}

/** A mail in all its languages. Drafts of several languages are saved together. */
export function MailEditor({ texts, first, onClose }: Props): ReactNode {
  const { settings, common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const manages = may(session, 'admin');
  const [language, setLanguage] = useState(first);
  const [drafts, setDrafts] = useState<Partial<Record<string, MailDraft>>>({});
  const text = texts.find((each) => each.language === language) ?? texts[0];
  const save = useChange(
    async () => {
      for (const { kind, language: each } of texts) {
        const draft = drafts[each];
        if (!draft) continue;
        setLanguage(each);
        const path = { kind, language: each };
        await call('put', '/api/1/admin/mail-texts/{kind}/{language}', { path, body: wordsOf(draft) });
      }
    },
    () => {
      say(settings.mailSaved);
      onClose();
    },
  );
  if (text === undefined) return null;
  const draft = drafts[text.language] ?? draftOf(text);
  const path = { kind: text.kind, language: text.language };
  const foot = manages && (
    <>
      {text.changed && (
        <AskFirst
          action={settings.resetMail}
          text={settings.resetMailText}
          run={() => call('delete', '/api/1/admin/mail-texts/{kind}/{language}', { path })}
          onDone={() => {
            say(settings.mailReset);
            onClose();
          }}
        />
      )}
      <Button type="submit" look="primary" busy={save.isPending} disabled={Object.keys(drafts).length === 0}>
        {common.save}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={settings.mailKinds[text.kind]}
      foot={foot}
      onSubmit={() => save.mutate(undefined)}
    >
      <div>
        <Segmented
          label={settings.language}
          value={text.language}
          choices={texts.map((each) => ({ value: each.language, text: settings.languages[each.language] }))}
          onChange={setLanguage}
        />
      </div>
      <div className="mail-editor">
        <MailFields
          draft={draft}
          disabled={!manages}
          onChange={(changed) => {
            save.reset();
            setDrafts({ ...drafts, [text.language]: changed });
          }}
          fault={(pointer) => save.error?.faultAt(pointer)}
        />
        <MailPreview key={text.language} place={path} words={wordsOf(draft)} />
      </div>
      {save.error && <Problem error={save.error} />}
    </Dialog>
  );
}

interface FieldsProps {
  draft: MailDraft;
  disabled: boolean;
  onChange: (draft: MailDraft) => void;
  fault: (pointer: string) => string | undefined;
}

function MailFields({ draft, disabled, onChange, fault }: FieldsProps): ReactNode {
  const { settings } = useWords();
  const field = (name: keyof MailDraft) => ({
    disabled,
    value: draft[name] ?? '',
    onChange: (text: string) => onChange({ ...draft, [name]: text }),
    fault: fault(`#/${name}`),
  });
  return (
    <div className="stack">
      <TextField label={settings.subject} required maxLength={200} {...field('subject')} />
      <TextField label={settings.greeting} required maxLength={200} {...field('greeting')} />
      <TextArea label={settings.paragraphs} hint={settings.paragraphsHint} required rows={5} {...field('lines')} />
      {draft.button !== undefined && (
        <TextField label={settings.button} required maxLength={100} {...field('button')} />
      )}
      <TextArea label={settings.smallPrint} hint={settings.paragraphsHint} rows={3} {...field('ending')} />
    </div>
  );
}
