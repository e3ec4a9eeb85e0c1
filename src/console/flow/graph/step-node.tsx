import { Handle, type NodeProps, Position } from '@xyflow/react';
import { Pin } from 'lucide-react';
import { memo } from 'react';
import { t, word } from '../../text/text.ts';
import { stepIcon, triggerIcon } from '../look/icons.ts';
import { summaryOf, triggerSummary } from '../look/summary.ts';
import type { BoxNodeType, Mark, StepNodeType, TriggerNodeType } from './nodes.ts';
import { handleOf, mainHandle } from './nodes.ts';
import css from './step-node.module.css';

/** The sign of a state: colour alone says nothing. */
const signs: Record<NonNullable<Mark['state']>, string> = {
  ...{ good: '✓', bad: '✕', warn: '!', running: '…' },
  ...{ added: '+', changed: '±', removed: '−' },
};

function MarkOf({ mark }: { mark: Mark | undefined }) {
  if (!mark?.state && mark?.count === undefined && !mark?.isPinned) return null;
  return (
    <span className={css.mark} title={mark.title}>
      {mark.isPinned && <Pin size={14} aria-label={t('flow.pinned')} />}
      {mark.state && <b className={css[mark.state]}>{signs[mark.state]}</b>}
      {mark.count}
    </span>
  );
}

/** A step, 260 px wide. */
export const StepNode = memo(({ data, selected }: NodeProps<StepNodeType>) => {
  const { step, rows, isStacked, mark, isEditable } = data;
  const type = String(step.type ?? '');
  const Icon = stepIcon(type);
  return (
    <div
      className={css.node}
      data-selected={selected || undefined}
      data-state={mark?.state}
      data-dimmed={mark?.isDimmed || undefined}
      data-stacked={isStacked || undefined}
    >
      <Handle id="in" type="target" position={Position.Left} className={css.in} isConnectable={isEditable} />
      <div className={css.head}>
        <Icon size={16} aria-hidden="true" />
        <span className={css.id}>{String(step.id ?? '')}</span>
        <MarkOf mark={mark} />
        {type !== 'end' && (
          <Handle
            id={mainHandle(step)}
            type="source"
            position={Position.Right}
            className={css.out}
            isConnectable={isEditable}
          />
        )}
      </div>
      <p className={css.words}>{summaryOf(step) || word('flow_step', type)}</p>
      {rows.map(({ path, label, isField, kind }) => (
        <div key={handleOf(path)} className={css.row} data-kind={kind}>
          <span className={css.label}>{isField ? word('flow_field', label) : label}</span>
          <Handle
            id={handleOf(path)}
            type="source"
            position={Position.Right}
            className={css.out}
            isConnectable={isEditable}
          />
        </div>
      ))}
    </div>
  );
});

/** A trigger: what starts the flow. */
export const TriggerNode = memo(({ data, selected }: NodeProps<TriggerNodeType>) => {
  const { trigger, mark, isEditable } = data;
  const type = String(trigger.type ?? '');
  const Icon = triggerIcon(type);
  return (
    <div
      className={`${css.node} ${css.trigger}`}
      data-selected={selected || undefined}
      data-state={mark?.state}
      data-dimmed={mark?.isDimmed || undefined}
    >
      <div className={css.head}>
        <Icon size={16} aria-hidden="true" />
        <span className={css.id}>{word('flow_trigger', type)}</span>
        <MarkOf mark={mark} />
        <Handle
          id="start"
          type="source"
          position={Position.Right}
          className={css.out}
          isConnectable={isEditable}
        />
      </div>
      <p className={css.line}>{triggerSummary(trigger)}</p>
    </div>
  );
});

/** Around the steps inside a step, or around a named flow. */
export const BoxNode = memo(({ data: { flow } }: NodeProps<BoxNodeType>) => (
  <div className={css.box} data-flow={flow !== null || undefined}>
    {flow !== null && <p className={css.flow}>{t('flow.flow', { name: flow })}</p>}
  </div>
));
