import { Mail } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useList } from '../../../api/use-api.js';
import { Badge } from '../../../design/data/badge.js';
import { ListTable } from '../../../design/data/list-table.js';
import { Empty } from '../../../design/feedback/empty.js';
import { localeFor } from '../../../words/language.js';
import { useSpeech, useWords } from '../../../words/use-words.js';
import { SettingsPage } from '../settings-page.js';
import type { MailText } from './mail-draft.js';
import { MailEditor } from './mail-editor.js';

interface Row {
  kind: MailText['kind'];
  texts: MailText[];
}

/** The mails to people, in each language. */
export function Mails(): ReactNode {
  const { settings } = useWords();
  const language = localeFor(useSpeech().language);
  const [opened, setOpened] = useState<Row>();
  const list = useList('/api/1/admin/mail-texts');
  const rows = [...Map.groupBy(list.items ?? [], ({ kind }) => kind)].map(([kind, texts]) => ({ kind, texts }));
  return (
    <SettingsPage>
      <ListTable<Row>
        label={settings.mails}
        list={{ ...list, items: list.items && rows.reverse() }}
        keyOf={({ kind }) => kind}
        onOpen={setOpened}
        columns={[
          { title: settings.mail, main: true, cell: ({ kind }) => settings.mailKinds[kind] },
          {
            title: settings.subject,
            cell: ({ texts }) => texts.find((text) => text.language === language)?.subject ?? texts[0]?.subject,
          },
          {
            title: settings.ownTexts,
            cell: ({ texts }) => (
              <span className="row">
                {texts
                  .filter(({ changed }) => changed)
                  .map((text) => (
                    <Badge key={text.language} tone="info">
                      {settings.languages[text.language]}
                    </Badge>
                  ))}
              </span>
            ),
          },
        ]}
        empty={<Empty icon={<Mail />} title={settings.mails} text={settings.mailsText} />}
      />
      {opened && <MailEditor texts={opened.texts.toReversed()} first={language} onClose={() => setOpened(undefined)} />}
    </SettingsPage>
  );
}
