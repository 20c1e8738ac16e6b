import { useState, type ReactNode } from 'react';
import { CodeBlock } from '../../design/data/code-block.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Page } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';
import { CodeApp } from './code-app.js';
import { Passkeys } from './passkeys.js';

/** The second factors of the operator who looks. */
export function Security(): ReactNode {
  const { security, shell } = useWords();
  const [codes, setCodes] = useState<string[]>();
  return (
    <Page title={shell.security} subtitle={security.subtitle}>
      <CodeApp onCodes={setCodes} />
      <Passkeys onCodes={setCodes} />
      {codes && (
        <Dialog
          open
          mustConfirm
          onClose={() => setCodes(undefined)}
          title={security.recovery}
          description={security.recoveryText}
        >
          <CodeBlock value={codes.join('\n')} label={security.recovery} />
        </Dialog>
      )}
    </Page>
  );
}
