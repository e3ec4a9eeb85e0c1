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
import { t } from '../text/text.ts';
import { targetId } from './method-values.ts';
import { type Method, useMethods, useTargets } from './methods.ts';
import { NewMethod } from './new-method.tsx';

/** What the project publishes for others to call. */
export function MethodsPage() {
  const [search, change] = useAddress();
  const methods = useMethods();
  const targets = useTargets();
  const items = methods.data?.items;
  const make = (
    <Button look="main" onPress={() => change({ new: 'any' })}>
      <Plus size={16} aria-hidden="true" />
      {t('methods.new')}
    </Button>
  );
  return (
    <Page title={t('page.methods')} lead={t('methods.lead')} acts={items && items.length > 0 && make}>
      <Loaded from={methods}>
        {({ items: shown }) =>
          shown.length === 0 ? (
            <Empty
              title={t('methods.none')}
              text={t(targets?.length === 0 ? 'methods.no_target' : 'methods.none_text')}
            >
              {targets?.length === 0 ? (
                <ToPage to="operations" search={{ new: 'any' }} look="main">
                  {t('operations.new')}
                </ToPage>
              ) : (
                make
              )}
            </Empty>
          ) : (
            <Rows label={t('page.methods')}>
              {shown.map((method) => (
                <MethodRow
                  key={method.id}
                  method={method}
                  runs={targets?.find(({ id }) => id === targetId(method.target))?.name}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {items && targets && wordAt(search, 'new') && (
        <NewMethod
          taken={items.map(({ id }) => id)}
          targets={targets}
          onClose={() => change({ new: undefined })}
        />
      )}
    </Page>
  );
}

/** The version that others call, or that there is none. */
export const VersionBadge = ({ method: { published_version: version } }: { method: Method }) =>
  version === null ? (
    <Badge>{t('methods.draft')}</Badge>
  ) : (
    <Badge look="good">{t('methods.version', { version })}</Badge>
  );

function MethodRow({ method, runs }: { method: Method; runs: string | undefined }) {
  const project = useProjectId();
  return (
    <Row
      title={
        <Link to={`/p/${project}/methods/${method.id}` as never} search={keepEnvironment as never}>
          {method.name}
        </Link>
      }
      about={
        <>
          <code>{method.id}</code> · {runs ?? targetId(method.target).split(':')[1]}
        </>
      }
      end={
        <>
          {method.environment === 'sandbox' && <Badge look="warn">{t('shell.sandbox')}</Badge>}
          <VersionBadge method={method} />
        </>
      }
    />
  );
}
