import type { ReactNode } from 'react';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Row } from '../kit/page.tsx';
import { Badge } from '../kit/states.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo, showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';

/** What keys of projects and keys of methods have in common. */
export type AnyKey = Omit<Shape<'Key'>, 'scopes'>;

/** Whether calls with it are refused. */
export const isOver = ({ revoked_at, expires_at }: AnyKey) =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());

/** A key as it is told from others of its name: by its last letters. */
export const nameOf = ({ name, hint }: AnyKey) => t('keys.named', { name, hint });

function usedAt({ last_used_at, last_used_address }: AnyKey): string {
  if (last_used_at === null) return t('keys.never_used');
  const when = showAgo(last_used_at);
  return last_used_address === null
    ? t('keys.used', { when })
    : t('keys.used_from', { when, address: last_used_address });
}

function stateOf({ revoked_at, expires_at, replaced_by }: AnyKey): ReactNode {
  if (revoked_at) return <Badge>{t('keys.ended', { when: showMoment(revoked_at) })}</Badge>;
  if (expires_at === null) return null;
  if (Date.parse(expires_at) <= Date.now())
    return <Badge>{t('keys.expired', { when: showMoment(expires_at) })}</Badge>;
  if (replaced_by) return <Badge look="warn">{t('keys.replaced', { when: showAgo(expires_at) })}</Badge>;
  return <Badge>{t('keys.expires', { when: showAgo(expires_at) })}</Badge>;
}

interface KeyRowProps {
  of: AnyKey;
  /** What it is for, in words. */
  what: string;
  /** Whether the log has its calls. */
  isLogged?: boolean;
  /** Whether the person may change and replace it: anybody who sees it may end it. */
  isTheirs?: boolean;
  onChange(): void;
  onReplace(): void;
  /** @throws ApiProblem */
  end(): Promise<unknown>;
}

/** A key with what can be done about it. */
export function KeyRow({ of: key, what, isLogged, isTheirs = true, onChange, onReplace, end }: KeyRowProps) {
  const log = isLogged && key.last_used_at !== null && (
    <ToPage to="log" search={{ key: key.id }}>
      {usedAt(key)}
    </ToPage>
  );
  const from = key.allowed_addresses && t('keys.only_from', { addresses: key.allowed_addresses.join(', ') });
  return (
    <Row
      title={
        <>
          {key.name} <code>…{key.hint}</code>
        </>
      }
      about={
        <>
          <div>
            {t('keys.made', { when: showMoment(key.created_at) })} · {log || usedAt(key)}
            {from && ` · ${from}`}
          </div>
          <div>{what}</div>
        </>
      }
      end={
        <>
          {stateOf(key)}
          {!isOver(key) && (
            <>
              {isTheirs && <Button onPress={onChange}>{t('keys.change')}</Button>}
              {isTheirs && !key.replaced_by && <Button onPress={onReplace}>{t('keys.replace')}</Button>}
              <ConfirmButton
                title={t('keys.end_title', { name: nameOf(key) })}
                text={`${t('keys.last_use', { used: usedAt(key) })} ${t('keys.end_text')}`}
                verb={t('keys.end')}
                act={end}
              >
                {t('keys.end')}
              </ConfirmButton>
            </>
          )}
        </>
      }
    />
  );
}
