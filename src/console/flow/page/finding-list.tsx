import { CircleAlert, TriangleAlert } from 'lucide-react';
import { t } from '../../text/text.ts';
import type { Finding } from '../save/calls.ts';
import css from './findings.module.css';
import { sayOf } from './findings.ts';

interface FindingListProps {
  findings: readonly Finding[];
  /** Leads to the step of a finding. */
  onStep?: ((finding: Finding) => void) | undefined;
  /** Writes what was probably meant. */
  onReplace?: ((finding: Finding) => void) | undefined;
}

/** What the check says, in the words of the server. */
export function FindingList({ findings, onStep, onReplace }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <ul className={css.findings} aria-label={t('flow.findings')}>
      {findings.map((finding) => {
        const { severity, message, step, code, suggestion } = finding;
        const Icon = severity === 'blocking' ? CircleAlert : TriangleAlert;
        return (
          <li
            key={`${code} ${finding.path.join('/')} ${message}`}
            className={css.finding}
            data-severity={severity}
          >
            <Icon size={16} aria-label={t(`flow.${severity}`)} />
            <span>
              {onStep && step !== null && (
                <button type="button" className={css.toStep} onClick={() => onStep(finding)}>
                  {step}
                </button>
              )}
              {sayOf(finding)}
              {onReplace && suggestion && (
                <button type="button" className={css.replace} onClick={() => onReplace(finding)}>
                  {t('flow.replace', { instead: suggestion.instead })}
                </button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
