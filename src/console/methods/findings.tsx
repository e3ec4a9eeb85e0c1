import { Notice } from '../kit/states.tsx';
import { t, textFor } from '../text/text.ts';
import css from './methods.module.css';
import type { Finding } from './methods.ts';

const severities = ['blocking', 'breaking', 'warning'] as const;
const looks = { blocking: 'bad', breaking: 'warn', warning: 'plain' } as const;

/** Where in the method, in the words of its form: `input.0` is field 1 of what callers send. Of other places, their path. */
function Place({ path: [list, at, ...rest] }: Pick<Finding, 'path'>) {
  if ((list === 'input' || list === 'result') && typeof at === 'number')
    return (
      <>
        ({t(list === 'input' ? 'methods.place_input' : 'methods.place_result', { n: at + 1 })}
        {rest.length > 0 && (
          <>
            : <code>{rest.join(' › ')}</code>
          </>
        )}
        )
      </>
    );
  return <code>{[list, at, ...rest].filter((part) => part !== undefined).join(' › ')}</code>;
}

const sentence = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** What the check found, what forbids publication first. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  return severities.map((severity) => {
    const of = findings.filter((each) => each.severity === severity);
    if (of.length === 0) return null;
    return (
      <Notice key={severity} look={looks[severity]} title={t(`methods.${severity}`)}>
        <ul className={css.findings}>
          {of.map((finding) => (
            <li key={`${finding.code} ${finding.path.join('.')}`}>
              {sentence(textFor('finding', finding.code, finding.message))} <Place path={finding.path} />
            </li>
          ))}
        </ul>
      </Notice>
    );
  });
}
