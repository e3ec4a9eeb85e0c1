import { useProjectId } from '../api/project.ts';
import { useScenario } from '../api/scenario.ts';
import type { Shape } from '../api/shapes.ts';
import { t } from '../text/text.ts';
import { shortLine, stepAfter, stepWords } from './step-words.ts';
import type { Message } from './thread.ts';

/**
 * The bot of a dialog, in words.
 * @param standing where it stands in the dialog @param messages what was said, oldest first; undefined until it is read
 */
export function useBot(
  standing: Shape<'DialogStanding'> | undefined,
  messages: readonly Message[] | undefined,
) {
  const { data, error } = useScenario(useProjectId());
  const version = data?.published;
  const step = standing?.state === 'waiting' || standing?.state === 'active' ? standing.step : null;
  /** A step as this customer was asked, or else as it says it to everybody. */
  const wordsOf = (id: string) => {
    const said = messages?.findLast(
      ({ by }) => by && 'step' in by && by.workflow === null && by.step === id,
    )?.text;
    if (said) return shortLine(said);
    return (version && version.version === standing?.version && stepWords(version.definition, id)) || id;
  };
  const nextWords = () => {
    if (!step) return t('inbox.begins_then');
    if (standing?.waiting?.for === 'answer') return t('inbox.asks_again', { step: wordsOf(step) });
    const after = standing?.waiting?.for === 'operator' ? stepAfter(version?.definition, step) : step;
    return after === undefined ? t('inbox.ends_then') : t('inbox.goes_on_at', { step: wordsOf(after) });
  };
  return {
    isKnown: (data !== undefined || error !== null) && messages !== undefined,
    isThere: version !== null,
    /** The step at which it stands. */
    at: step === null ? undefined : wordsOf(step),
    /** That at which it failed. */
    failedAt: standing?.state === 'failed' ? wordsOf(standing.step ?? '') : undefined,
    /** What it does once it has the dialog again: it asks once more, goes on behind the step that asked for a person, or waits for the customer. */
    next: version ? nextWords() : undefined,
  };
}

export type Bot = ReturnType<typeof useBot>;
