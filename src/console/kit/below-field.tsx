import type { ReactNode } from 'react';
import { FieldError, Text } from 'react-aria-components';
import css from './field.module.css';

interface BelowFieldProps {
  help?: ReactNode;
  fault?: string | undefined;
}

/** What stands below a field of any kind and describes it: how it is meant, and what is wrong with it. */
export const BelowField = ({ help, fault }: BelowFieldProps) => (
  <>
    {help && (
      <Text slot="description" className={css.help}>
        {help}
      </Text>
    )}
    <FieldError className={css.fault}>{fault}</FieldError>
  </>
);
