import { type NodeProps, NodeResizer } from '@xyflow/react';
import { memo } from 'react';
import { t } from '../../text/text.ts';
import css from './elements.module.css';
import type { FrameNodeType, NoteNodeType } from './elements.ts';
import { leastNote } from './sizes.ts';

/** Words on the canvas. */
export const NoteNode = memo(({ data: { text, isEditable }, selected }: NodeProps<NoteNodeType>) => (
  <div className={css.note} data-selected={selected || undefined}>
    {selected && isEditable && (
      <NodeResizer
        minWidth={leastNote.width}
        minHeight={leastNote.height}
        handleClassName={css.resize ?? ''}
        lineClassName={css.resizeLine ?? ''}
      />
    )}
    <p className={css.noteText}>{text || t('flow.note_empty')}</p>
  </div>
));

/** Around the steps of a group. */
export const FrameNode = memo(({ data: { title, count }, selected }: NodeProps<FrameNodeType>) => (
  <div className={css.frame} data-selected={selected || undefined}>
    <p className={css.frameHead}>
      <span>{title || t('flow.group')}</span>
      <small>{t('flow.steps', { count })}</small>
    </p>
  </div>
));
