import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { renewAll } from '../api/cache.ts';
import { useEnvironment, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Question } from '../kit/dialog.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { type ExampleName, exampleNames } from './example-names.ts';
import { publishExample } from './examples.ts';
import css from './guide.module.css';
import type { Progress } from './use-progress.ts';

/** A scenario from an example. */
export function ScenarioStep({
  progress: { version, hasDraft },
  look,
}: {
  progress: Progress;
  look: 'main' | 'plain';
}) {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const [example, setExample] = useState<ExampleName>('faq');
  const [isAsked, setAsked] = useState(false);
  const publish = useMutation({
    mutationFn: () => publishExample(projectId, example, environment),
    onSettled: () => renewAll(),
  });
  if (version !== undefined)
    return (
      <p className={css.text} role="status">
        {t('guide.published', { version })}{' '}
        {publish.data && (
          <>
            {t(`guide.try_${example}`)}
            {publish.data.inSandbox.length > 0 &&
              ` ${t('guide.in_sandbox', { names: publish.data.inSandbox.join(', ') })}`}
          </>
        )}
      </p>
    );
  const act = () => {
    setAsked(false);
    publish.mutate();
  };
  return (
    <>
      <p className={css.text}>{t('guide.scenario_text')}</p>
      <RadioGroup
        className={css.examples ?? ''}
        aria-label={t('guide.examples')}
        value={example}
        onChange={(name) => setExample(name as ExampleName)}
      >
        {exampleNames.map((name) => (
          <Radio key={name} value={name} className={css.example ?? ''}>
            <span className={css.exampleName}>{t(`guide.example_${name}`)}</span>
            <span className={css.exampleText}>{t(`guide.about_${name}`)}</span>
          </Radio>
        ))}
      </RadioGroup>
      <div className={css.acts}>
        <Button
          look={look}
          isPending={publish.isPending}
          onPress={() => (hasDraft ? setAsked(true) : publish.mutate())}
        >
          {t('guide.publish')}
        </Button>
      </div>
      <ProblemNotice error={publish.error} />
      <Question
        title={t('guide.replace_draft')}
        text={t('guide.replace_draft_text')}
        verb={t('guide.replace')}
        cancel={t('shell.cancel')}
        isOpen={isAsked}
        onAnswer={(isYes) => (isYes ? act() : setAsked(false))}
      />
    </>
  );
}
