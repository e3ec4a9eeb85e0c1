import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  ProgressBar,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import { t } from '../text/text.ts';
import css from './button.module.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className'> {
  /** `main` once on a screen; `bad` for what cannot be undone. */
  look?: 'main' | 'plain' | 'quiet' | 'bad';
  children: ReactNode;
}

/** A button with words. While it is pending it says so, keeps its size and does nothing more. */
export function Button({ look = 'plain', children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={`${css.button} ${css[look]}`}>
      <span className={css.words}>{children}</span>
      {props.isPending && (
        <ProgressBar isIndeterminate aria-label={t('shell.loading')} className={css.spinner ?? ''} />
      )}
    </AriaButton>
  );
}

/** The class of a link that looks like a button. */
export const buttonClass = (look: ButtonProps['look'] = 'plain') => `${css.button} ${css[look]} ${css.link}`;

/** A button that is only a picture; its name shows as a tooltip. For toolbars. */
export function IconButton({ label, children, ...props }: ButtonProps & { label: string }) {
  return (
    <TooltipTrigger delay={400}>
      <AriaButton {...props} aria-label={label} className={css.icon}>
        {children}
      </AriaButton>
      <Tooltip className={css.tip} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
