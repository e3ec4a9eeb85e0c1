import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { renewAll } from '../../api/cache.ts';
import { useEnvironment } from '../../api/project.ts';
import { type ExampleName, exampleNames, writeExample } from '../../first-run/index.ts';
import { Button } from '../../kit/button.tsx';
import { ProblemNotice } from '../../shell/problem-notice.tsx';
import { t } from '../../text/text.ts';
import { beginEmpty } from './acts.ts';
import css from './editor.module.css';
import type { Editor } from './editor.ts';

interface EmptyDraftProps {
  editor: Editor;
  isEditable: boolean;
  /** Reads the draft anew. */
  again(): void;
  onBegun(key: string): void;
}

/** A draft without steps: begin with a first message, or with an example. */
export function EmptyDraft({ editor, isEditable, again, onBegun }: EmptyDraftProps) {
  const { kind, projectId } = editor.place;
  const environment = useEnvironment();
  const [chosen, setChosen] = useState<ExampleName>();
  const write = useMutation({
    mutationFn: async (example: ExampleName) => {
      await editor.flush();
      await writeExample(projectId, example, environment);
    },
    onSuccess: () => {
      renewAll();
      again();
    },
  });
  if (!isEditable) return <p className={css.empty}>{t(`flow.empty_${kind}`)}</p>;
  return (
    <section className={css.empty}>
      <h2>{t(`flow.empty_${kind}`)}</h2>
      <p className={css.quiet}>{t(`flow.empty_text_${kind}`)}</p>
      <Button look="main" onPress={() => onBegun(beginEmpty(editor, t('flow.hello'))[0]!)}>
        {t(`flow.begin_${kind}`)}
      </Button>
      {kind === 'scenario' && (
        <>
          <h3>{t('flow.examples')}</h3>
          <p className={css.quiet}>{t('flow.examples_text')}</p>
          <ul className={css.examples}>
            {exampleNames.map((name) => (
              <li key={name} className={css.example}>
                <strong>{t(`guide.example_${name}`)}</strong>
                <p>{t(`guide.about_${name}`)}</p>
                <Button
                  isPending={write.isPending && chosen === name}
                  isDisabled={write.isPending && chosen !== name}
                  aria-label={t('flow.take_example_name', { name: t(`guide.example_${name}`) })}
                  onPress={() => {
                    setChosen(name);
                    write.mutate(name);
                  }}
                >
                  {t('flow.take_example')}
                </Button>
              </li>
            ))}
          </ul>
          <ProblemNotice error={write.error} />
        </>
      )}
    </section>
  );
}
