import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useProjectId } from '../api/project.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Page, Row, Rows } from '../kit/page.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { t, word } from '../text/text.ts';
import { NewOperation } from './new-operation.tsx';
import { type Operation, useConnections, useOperations } from './operations.ts';

/** What the project can do in other systems. */
export function OperationsPage() {
  const [search, change] = useAddress();
  const operations = useOperations();
  const connections = useConnections();
  const items = operations.data?.items;
  const asked = wordAt(search, 'new');
  const make = () => change({ new: 'any' });
  const names = new Map(connections.data?.items.map(({ slug, name }) => [slug, name]));
  return (
    <Page
      title={t('page.operations')}
      lead={t('operations.lead')}
      acts={
        items &&
        items.length > 0 && (
          <Button look="main" onPress={make}>
            <Plus size={16} aria-hidden="true" />
            {t('operations.new')}
          </Button>
        )
      }
    >
      <Loaded from={operations}>
        {({ items: shown }) =>
          shown.length === 0 ? (
            <Empty title={t('operations.none')} text={t('operations.none_text')}>
              {connections.data?.items.length === 0 && (
                <ToPage to="connections" look="plain">
                  {t('operations.connect_first')}
                </ToPage>
              )}
              <Button look="main" onPress={make}>
                {t('operations.new')}
              </Button>
            </Empty>
          ) : (
            <Rows label={t('page.operations')}>
              {shown.map((operation) => (
                <OperationRow
                  key={operation.id}
                  operation={operation}
                  through={names.get(operation.connection ?? '')}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {asked && items && connections.data && (
        <NewOperation
          taken={items.map(({ id }) => id)}
          connections={connections.data.items}
          wanted={asked}
          onClose={() => change({ new: undefined })}
        />
      )}
    </Page>
  );
}

/** What an operation sends, in a line: `POST /orders`. */
function requestLine({ kind, request }: Operation): string {
  if (kind === 'http') return `${request.method} ${request.path || '/'}`;
  if (kind !== 'payment') return word('operation_kind', kind);
  const { value = '', currency = '' } = (request.amount ?? {}) as { value?: string; currency?: string };
  return `${word('operation_kind', kind)} ${value} ${currency}`;
}

function OperationRow({ operation, through }: { operation: Operation; through: string | undefined }) {
  const { id, name, environments } = operation;
  const project = useProjectId();
  return (
    <Row
      title={
        <Link to={`/p/${project}/operations/${id}` as never} search={keepEnvironment as never}>
          {name}
        </Link>
      }
      about={
        <>
          <code>{requestLine(operation)}</code>
          {through && ` · ${through}`}
        </>
      }
      end={environments.length === 1 && <Badge>{t(`operations.only_${environments[0]!}`)}</Badge>}
    />
  );
}
