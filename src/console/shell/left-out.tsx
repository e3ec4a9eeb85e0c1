import { Notice } from '../kit/states.tsx';
import { t } from '../text/text.ts';

/** Says that the role of the person hides what a customer said in a record, and who sees it; nothing where nothing is hidden. */
export const LeftOut = ({ from }: { from: { hidden?: string | undefined } }) =>
  from.hidden === undefined ? null : <Notice look="plain">{t('shell.words_left_out')}</Notice>;
