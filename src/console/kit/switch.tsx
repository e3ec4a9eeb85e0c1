import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components';
import css from './choice.module.css';

interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className'> {
  label: string;
  help?: string | undefined;
}

/** On or off. */
export function Switch({ label, help, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={css.choice ?? ''}>
      <span className={css.track} aria-hidden="true" />
      <span className={css.words}>
        {label}
        {help && <span className={css.help}>{help}</span>}
      </span>
    </AriaSwitch>
  );
}
