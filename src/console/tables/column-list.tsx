import { Row, Rows } from '../kit/page.tsx';
import { Badge } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import type { Table } from './paths.ts';

/** The columns of a table, for who may not see its rows. */
export const ColumnList = ({ table: { columns } }: { table: Table }) => (
  <Rows label={t('tables.columns')}>
    {columns.map(({ name, type, required, description }) => (
      <Row
        key={name}
        title={name}
        about={[t(`tables.type_${type}`), description].filter(Boolean).join(' · ')}
        end={required && <Badge>{t('tables.required')}</Badge>}
      />
    ))}
  </Rows>
);
