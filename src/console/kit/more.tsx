import { type ReactNode, useEffect, useRef } from 'react';
import css from './more.module.css';

/** Fields that are seldom needed, behind a line that opens them. They show by themselves if something is wrong with one of them. */
export function More({
  title,
  isOpen = false,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current } = element;
    if (current?.querySelector('[aria-invalid="true"], [data-invalid], [role="alert"]')) current.open = true;
  });
  return (
    <details ref={element} className={css.more} open={isOpen}>
      <summary>{title}</summary>
      <div className={css.stack}>{children}</div>
    </details>
  );
}
