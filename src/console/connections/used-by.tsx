import { Row, Rows, Section } from '../kit/page.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { t, word } from '../text/text.ts';
import { useOperationsOf } from './connections.ts';

/** The operations that call through a connection, and the way to another one. */
export function UsedBy({ slug }: { slug: string }) {
  const operations = useOperationsOf(slug);
  if (!operations) return null;
  return (
    <Section
      title={t('connections.used_by')}
      acts={
        <ToPage to="operations" search={{ new: slug }} look={operations.length === 0 ? 'main' : 'plain'}>
          {t('connections.new_operation')}
        </ToPage>
      }
    >
      {operations.length === 0 ? (
        <p>{t('connections.unused')}</p>
      ) : (
        <Rows label={t('connections.used_by')}>
          {operations.map(({ id, name, kind }) => (
            <Row
              key={id}
              title={<ToPage to={`operations/${id}`}>{name}</ToPage>}
              about={word('operation_kind', kind)}
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}
