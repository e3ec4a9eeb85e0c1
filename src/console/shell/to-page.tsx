import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { passes, useProjectId, useRole } from '../api/project.ts';
import { type ButtonProps, buttonClass } from '../kit/button.tsx';
import { type ProjectPage, projectPages } from '../pages.ts';
import { keepEnvironment } from './page-link.tsx';

/** The page that shows an address below the project, such as `channels/ch_…`. */
function pageAt(path: string): ProjectPage | undefined {
  const parts = path.split('/');
  return projectPages.find((page) => {
    // A page may stay open while what follows in the address changes.
    const { path: own, opens } = page as ProjectPage & { opens?: string };
    const whole = opens !== undefined && parts.length > own.split('/').length ? `${own}/${opens}` : own;
    const wanted = whole.split('/');
    return (
      wanted.length === parts.length && wanted.every((part, i) => part.startsWith('$') || part === parts[i])
    );
  });
}

/** Whether there is such a page, and the person may see it. */
export function useCanOpen(path: string): boolean {
  const role = useRole();
  const page = pageAt(path);
  return page !== undefined && role !== undefined && passes(role, page.gate);
}

interface ToPageProps {
  /** Below the project: `channels/ch_…`. */
  to: string;
  /** What stands behind the `?`, beside the environment. */
  search?: Record<string, string>;
  /** As a button; by default as a link in a text. */
  look?: ButtonProps['look'];
  children: ReactNode;
}

/** Leads to another page of the project; nothing if there is none, or the person may not see it. */
export function ToPage({ to, search = {}, look, children }: ToPageProps) {
  const project = useProjectId();
  if (!useCanOpen(to)) return null;
  return (
    <Link
      to={`/p/${project}/${to}` as never}
      search={((before: { env?: unknown }) => ({ ...keepEnvironment(before), ...search })) as never}
      {...(look && { className: buttonClass(look) })}
    >
      {children}
    </Link>
  );
}
