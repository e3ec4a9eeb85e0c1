import { type PointerEvent, useState } from 'react';
import css from './chart.module.css';
import { chartTop } from './chart-scale.ts';

export interface ChartPoint {
  /** Of the moment: `24 Nov`. */
  name: string;
  value: number;
  /** At the same place of the period before. */
  before?: number | undefined;
}

interface ChartProps {
  /** What it shows. */
  label: string;
  points: readonly ChartPoint[];
  show(value: number): string;
  /** What the columns of the table are called, and the button that shows it. */
  names: { moment: string; value: string; before: string; table: string };
}

const high = 100;

/** A bar for each moment, and the period before as a line. The same is there as a table. */
export function Chart({ label, points, show, names }: ChartProps) {
  const [at, setAt] = useState<number>();
  const top = chartTop(Math.max(0, ...points.flatMap(({ value, before = 0 }) => [value, before])));
  const y = (value: number) => high - (value / top) * high;
  const hasBefore = points.some(({ before = 0 }) => before > 0);
  const line = points.map(({ before = 0 }, i) => `${i + 0.5},${y(before)}`).join(' ');
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.min(points.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * points.length))));
  };
  const shown = at === undefined ? undefined : points[at];
  return (
    <figure className={css.chart}>
      <figcaption className={css.legend}>
        <span className={css.label}>{label}</span>
        {shown ? (
          <span className={css.read}>
            {shown.name}: <strong>{show(shown.value)}</strong>
            {shown.before !== undefined && ` · ${names.before}: ${show(shown.before)}`}
          </span>
        ) : (
          <span className={css.keys}>
            <span className={css.bar} aria-hidden="true" />
            {names.value}
            {hasBefore && (
              <>
                <span className={css.stroke} aria-hidden="true" />
                {names.before}
              </>
            )}
          </span>
        )}
      </figcaption>
      <div className={css.area}>
        <div className={css.scale} aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{show(value)}</span>
          ))}
        </div>
        <div className={css.plot} onPointerMove={follow} onPointerLeave={() => setAt(undefined)}>
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${points.length} ${high}`}
            preserveAspectRatio="none"
            className={css.svg}
          >
            {[0, high / 2, high].map((each) => (
              <line key={each} x1={0} x2={points.length} y1={each} y2={each} className={css.grid} />
            ))}
            {at !== undefined && <rect x={at} y={0} width={1} height={high} className={css.here} />}
            {points.map(({ name, value }, i) => (
              <rect
                key={name}
                x={i + 0.16}
                y={y(value)}
                width={0.68}
                height={(value / top) * high}
                className={css.value}
              />
            ))}
            {hasBefore && <polyline points={line} className={css.before} />}
          </svg>
        </div>
      </div>
      <div className={css.moments} aria-hidden="true">
        <span>{points[0]?.name}</span>
        <span>{points[Math.floor(points.length / 2)]?.name}</span>
        <span>{points.at(-1)?.name}</span>
      </div>
      <details className={css.details}>
        <summary>{names.table}</summary>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{names.moment}</th>
              <th scope="col">{names.value}</th>
              {hasBefore && <th scope="col">{names.before}</th>}
            </tr>
          </thead>
          <tbody>
            {points.map(({ name, value, before }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{show(value)}</td>
                {hasBefore && <td>{before !== undefined && show(before)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
