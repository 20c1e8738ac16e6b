import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { call } from '../../../api/call.js';
import { Refusal } from '../../../api/refusal.js';
import type { Schema } from '../../../api/routes.js';
import { Problem } from '../../../design/feedback/problem.js';
import { useSettled } from '../../../design/time/use-settled.js';
import { useWords } from '../../../words/use-words.js';

interface Props {
  place: { kind: string; language: string };
  words: Schema<'MailWords'>;
}

/** The mail as people get it. While something is missing, the last one stays. */
export function MailPreview({ place, words }: Props): ReactNode {
  const { settings } = useWords();
  const body = useSettled(words);
  const { data, error } = useQuery({
    queryKey: ['mail-preview', place, body],
    queryFn: ({ signal }) =>
      call('post', '/api/1/admin/mail-texts/{kind}/{language}:preview', { path: place, body, signal }),
    placeholderData: (before) => before,
    retry: false,
    staleTime: Infinity,
  });
  return (
    <section className="mail-preview" aria-label={settings.preview} lang={place.language.slice(0, 2)}>
      {error instanceof Refusal && <Problem error={error} />}
      <div className="mail-subject">
        <span className="faint small">{settings.subject}</span>
        <strong>{data?.subject}</strong>
      </div>
      {data && <MailBody html={data.html} />}
      <p className="hidden-text">{data?.text}</p>
    </section>
  );
}

/**
 * The page's policy admits no style attribute that comes with HTML, but it admits styles set by script. The shadow root keeps
 * the page's own styles out, as a mail program does.
 */
function MailBody({ html }: { html: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = place.current?.shadowRoot ?? place.current?.attachShadow({ mode: 'open' });
    // The parser, too, would refuse style attributes, and say so in the log of the browser.
    const { body } = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html');
    root?.replaceChildren(copyOf(body));
  }, [html]);
  return <div ref={place} inert aria-hidden="true" />;
}

/** Elements of a mail with their styles, and without addresses to go to. */
function copyOf(element: Element): HTMLElement {
  const copy = document.createElement(element.tagName === 'BODY' ? 'div' : element.tagName);
  copy.style.cssText = element.getAttribute('data-style') ?? '';
  for (const node of element.childNodes) copy.append(node instanceof Element ? copyOf(node) : (node.textContent ?? ''));
  return copy;
}
