import { Paperclip } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { More } from '../kit/more.tsx';
import { Status, Value } from '../runs/index.ts';
import { showTime } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import type { Said, TrialStep } from './talk.ts';
import css from './trial.module.css';

interface SaidViewProps {
  said: Said;
  /** Absent once the buttons mean nothing any more. */
  onPress: ((index: number, words: string) => void) | undefined;
}

/** Something that was said, and below the words of the customer why the draft did what it did. */
export function SaidView({ said, onPress }: SaidViewProps) {
  const { direction, error, created_at: at } = said;
  return (
    <div className={css.said} data-direction={direction}>
      <p className={css.who}>
        {t(direction === 'out' ? 'trial.bot' : direction === 'turn' ? 'trial.by_itself' : 'trial.customer')} ·{' '}
        {showTime(at)}
      </p>
      {said.text !== '' && <p className={css.bubble}>{said.text}</p>}
      {said.direction === 'out' && (
        <>
          {said.image && (
            <a href={said.image} target="_blank" rel="noreferrer">
              {t('trial.picture')}
            </a>
          )}
          {(said.attachments?.length ?? 0) > 0 && (
            <p className={css.note}>{t('trial.files', { count: said.attachments?.length ?? 0 })}</p>
          )}
          {said.buttons.length > 0 && (
            <ul className={css.buttons} aria-label={t('trial.buttons')}>
              {said.buttons.map(({ text, url }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: buttons of a message never change
                <li key={index}>
                  {url ? (
                    <a href={url} target="_blank" rel="noreferrer">
                      {text}
                    </a>
                  ) : (
                    <Button isDisabled={!onPress} onPress={() => onPress?.(index, text)}>
                      {text}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {said.direction === 'in' && said.attachments.length > 0 && (
        <ul className={css.files} aria-label={t('trial.attached')}>
          {said.attachments.map(({ file_id: id, name, type }, index) => (
            <li key={id ?? index} className={css.file}>
              <Paperclip size={16} aria-hidden="true" />
              <span className={css.fileName}>{name ?? type}</span>
            </li>
          ))}
        </ul>
      )}
      {error && <p className={css.wrong}>{error.message}</p>}
      {said.direction !== 'out' && <Why steps={said.steps} did={said.did} />}
    </div>
  );
}

/** The path of steps, each with what it was given and what came of it. */
function Why({ steps, did }: { steps: readonly TrialStep[]; did: string | null }) {
  if (did === null && steps.length === 0) return null;
  return (
    <More title={t('trial.why', { count: steps.length })}>
      {did !== null && <p className={css.note}>{word('did', did)}</p>}
      <ol className={css.steps}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps of a turn only follow each other
          <li key={index} className={css.step}>
            <p className={css.line}>
              <strong>{step.id}</strong>
              <span className={css.note}>{word('steptype', step.type)}</span>
              <Status status={step.status} />
            </p>
            {step.error && <p className={css.wrong}>{step.error.message}</p>}
            {step.remarks?.map((remark) => (
              <p key={remark} className={css.note}>
                {remark}
              </p>
            ))}
            <Value name={t('runs.given')} value={step.input} />
            <Value name={t('runs.came')} value={step.output} />
          </li>
        ))}
      </ol>
    </More>
  );
}
