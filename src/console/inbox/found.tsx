import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Shape } from '../api/shapes.ts';
import { Empty, Loading } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showMoment, showSince } from '../text/format.ts';
import { showName } from '../text/name.ts';
import { t } from '../text/text.ts';
import { markedWords } from './found-words.ts';
import { moveAmongHits } from './hit-keys.ts';
import css from './list.module.css';
import { showMessage } from './show-message.ts';

interface FoundProps {
  /** What was looked for. */
  q: string;
  found: Shape<'Found'> | undefined;
  error: unknown;
  open: string | undefined;
  onOpen(profileId: string, messageId?: string): void;
}

/** A text with what was looked for made bold. */
function Marked({ text, q }: { text: string; q: string }) {
  return markedWords(text, q).map(({ words, isFound }, n) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    isFound ? <mark key={n}>{words}</mark> : <span key={n}>{words}</span>,
  );
}

/** What the search finds: who, and what was said. */
export function Found({ q, found, error, open, onOpen }: FoundProps) {
  const [chosen, choose] = useState<string>();
  if (error) return <ProblemNotice error={error} />;
  if (!found) return <Loading label={t('shell.loading')} />;
  const { customers, conversations } = found;
  const hits = (conversations?.items ?? []).flatMap(
    ({ profile_id: id, name, external_id: external, messages }) =>
      messages.map((message) => ({
        id,
        key: message.id,
        message: message.id,
        name: showName(name, external),
        about: message.excerpt,
        at: message.created_at,
      })),
  );
  const people = (customers?.items ?? []).map(({ id, name, identities }) => ({
    ...{ id, key: id, name: showName(name, identities[0]?.external_id ?? id) },
    about: identities.map(({ external_id: external }) => external).join(', '),
    ...{ at: undefined, message: undefined },
  }));
  if (hits.length + people.length === 0)
    return <Empty title={t('inbox.nothing_found')} text={t('inbox.found_help')} />;
  // Several hits lead to one conversation: only the one that was pressed is the current one.
  const ofOpen = [...people, ...hits].filter(({ id }) => id === open);
  const current = (ofOpen.find(({ key }) => key === chosen) ?? ofOpen[0])?.key;
  const parts = [
    [t('inbox.found_customers'), people],
    [t('inbox.found_messages'), hits],
  ] as const;
  return (
    <div className={css.found} onKeyDownCapture={moveAmongHits}>
      <p className={css.label}>{t('inbox.found_help')}</p>
      {(customers?.narrow || conversations?.narrow) && <p className={css.label}>{t('inbox.found_narrow')}</p>}
      {parts.map(
        ([name, items]) =>
          items.length > 0 && (
            <section key={name} aria-label={name}>
              <p className={css.label}>{name}</p>
              {items.map((hit) => (
                <Button
                  key={hit.key}
                  className={css.hit ?? ''}
                  data-hit=""
                  aria-current={hit.key === current}
                  onPress={() => {
                    choose(hit.key);
                    onOpen(hit.id, hit.message);
                    // Pressed again after somebody has read on.
                    if (hit.message) showMessage(hit.message);
                  }}
                >
                  <span className={css.hitHead}>
                    <strong>{hit.name}</strong>
                    {hit.at && (
                      <time dateTime={hit.at} title={showMoment(hit.at)}>
                        {showSince(hit.at)}
                      </time>
                    )}
                  </span>
                  <span className={css.hitWords}>
                    <Marked text={hit.about} q={q} />
                  </span>
                </Button>
              ))}
            </section>
          ),
      )}
    </div>
  );
}
