import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { memo } from 'react';
import css from './flow-edge.module.css';
import type { GraphEdge } from './nodes.ts';

/** A way from a step to another one. One that leads back is a small sign at its beginning, and drawn when it is looked at. */
export const FlowEdge = memo((props: EdgeProps<GraphEdge>) => {
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = props;
  const { kind = 'main', isBack, isLit, isDimmed, to } = data ?? {};
  const [path] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition });
  const look = `${css.edge} ${css[kind]} ${isDimmed ? css.faded : ''} ${isLit ? css.lit : ''}`;
  if (!isBack) return <BaseEdge id={id} path={path} className={look} />;
  return (
    <>
      {isLit && <BaseEdge id={id} path={path} className={look} />}
      <EdgeLabelRenderer>
        <span
          className={css.chip}
          data-kind={kind}
          style={{ transform: `translate(${sourceX + 8}px, ${sourceY}px) translateY(-50%)` }}
        >
          ↩ {to}
        </span>
      </EdgeLabelRenderer>
    </>
  );
});
