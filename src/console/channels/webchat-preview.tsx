import { useEffect, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import type { Look } from './webchat-values.ts';

/** Where the chat's script keeps what a page may call. */
const placeOf = (channelId: string) => `parley-chat-${channelId}`;

/**
 * The chat itself, on its own page of this server, as it will look when what was changed is saved. It is no picture of it: whoever writes
 * there is a visitor.
 */
export function WebchatPreview({ channelId, look }: { channelId: string; look: Look }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [visit, setVisit] = useState(0);
  const wanted = JSON.stringify(look);
  const dress = () => {
    const page = frame.current?.contentWindow as unknown as Record<
      symbol,
      { dress(look: Look): void }
    > | null;
    page?.[Symbol.for(placeOf(channelId))]?.dress(JSON.parse(wanted));
  };
  useEffect(dress, [wanted, channelId]);
  return (
    <div className={css.beside}>
      <h3>{t('channels.preview')}</h3>
      <iframe
        key={visit}
        ref={frame}
        className={css.frame}
        title={t('channels.preview')}
        src={`/chat/${channelId}?preview=1`}
        onLoad={dress}
      />
      <div className={css.underFrame}>
        <span>{t('channels.preview_text')}</span>
        <Button
          look="quiet"
          onPress={() => {
            localStorage.removeItem(placeOf(channelId));
            setVisit(visit + 1);
          }}
        >
          {t('channels.preview_anew')}
        </Button>
      </div>
    </div>
  );
}
