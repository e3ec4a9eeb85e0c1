import type { Shape } from '../api/shapes.ts';
import { CopyText } from '../kit/copy.tsx';
import { isHereOnly } from '../kit/reach.ts';
import { Notice } from '../kit/states.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { t } from '../text/text.ts';
import css from './guide.module.css';

/** After the first answer: the line for the website, and where to go on. */
export function WhatNext({ chat }: { chat: Shape<'Channel'> | undefined }) {
  const address = chat?.chat_url;
  return (
    <div className={css.next}>
      {chat && address && (
        <>
          <h3>{t('guide.embed')}</h3>
          <p className={css.text}>{t('guide.embed_text')}</p>
          <CopyText text={`<script async src="${address}.js"></script>`} label={t('guide.embed')} />
          {isHereOnly(new URL(address).hostname) && <Notice look="warn">{t('guide.only_here')}</Notice>}
          <p className={css.text}>{t('guide.embed_sites')}</p>
          <div>
            <ToPage to={`channels/${chat.id}`} look="plain">
              {t('guide.embed_channel')}
            </ToPage>
          </div>
        </>
      )}
      <h3>{t('guide.next')}</h3>
      <ul className={css.ways}>
        <li>
          <ToPage to="team">{t('guide.next_team')}</ToPage>
        </li>
        <li>
          <ToPage to="channels">{t('guide.next_channels')}</ToPage>
        </li>
        <li>
          <ToPage to="settings">{t('guide.next_settings')}</ToPage>
        </li>
      </ul>
    </div>
  );
}
