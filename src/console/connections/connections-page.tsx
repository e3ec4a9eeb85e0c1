import { Link } from '@tanstack/react-router';
import { Plug, Plus, ShoppingBag, Webhook } from 'lucide-react';
import { useProjectId } from '../api/project.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Menu } from '../kit/menu.tsx';
import { Page, Row, Rows } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { t, word } from '../text/text.ts';
import { type Kind, kinds, valuesOf } from './connection-values.ts';
import { type Connection, useConnections } from './connections.ts';
import { NewConnection } from './new-connection.tsx';
import { TestBadge } from './test-report.tsx';

const icons = { http: Plug, webhook: Webhook, yookassa: ShoppingBag } as const;

const KindIcon = ({ kind }: { kind: string }) => {
  const Icon = icons[kind as Kind] ?? Plug;
  return <Icon size={16} aria-hidden="true" />;
};

/** The other systems that the project calls. */
export function ConnectionsPage() {
  const [search, change] = useAddress();
  const connections = useConnections();
  const items = connections.data?.items;
  const asked = kinds.find((kind) => kind === wordAt(search, 'new'));
  const make = (kind: Kind) => change({ new: kind });
  return (
    <Page
      title={t('page.connections')}
      lead={t('connections.lead')}
      acts={items && items.length > 0 && <NewMenu onChoose={make} />}
    >
      <Loaded from={connections}>
        {({ items: shown }) =>
          shown.length === 0 ? (
            <Empty title={t('connections.none')} text={t('connections.none_text')}>
              {kinds.map((kind) => (
                <Button key={kind} onPress={() => make(kind)}>
                  <KindIcon kind={kind} />
                  {word('connection_kind', kind)}
                </Button>
              ))}
            </Empty>
          ) : (
            <Rows label={t('page.connections')}>
              {shown.map((connection) => (
                <ConnectionRow key={connection.slug} connection={connection} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {asked && items && (
        <NewConnection
          kind={asked}
          taken={items.map(({ slug }) => slug)}
          onClose={() => change({ new: undefined })}
        />
      )}
    </Page>
  );
}

function NewMenu({ onChoose }: { onChoose(kind: Kind): void }) {
  const entries = kinds.map((kind) => ({
    ...{ id: kind, name: word('connection_kind', kind), icon: <KindIcon kind={kind} /> },
    act: () => onChoose(kind),
  }));
  return (
    <Menu label={t('connections.new')} entries={entries}>
      <Button look="main">
        <Plus size={16} aria-hidden="true" />
        {t('connections.new')}
      </Button>
    </Menu>
  );
}

function ConnectionRow({ connection }: { connection: Connection }) {
  const { slug, name, kind, settings } = connection;
  const project = useProjectId();
  const { address } = valuesOf(name, settings);
  return (
    <Row
      icon={<KindIcon kind={kind} />}
      title={
        <Link to={`/p/${project}/connections/${slug}` as never} search={keepEnvironment as never}>
          {name}
        </Link>
      }
      about={[word('connection_kind', kind), address].filter(Boolean).join(' · ')}
      end={<TestBadge connection={connection} />}
    />
  );
}
