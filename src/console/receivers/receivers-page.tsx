import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useProjectId } from '../api/project.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Page, Row, Rows } from '../kit/page.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { t, word } from '../text/text.ts';
import { NewReceiver } from './new-receiver.tsx';
import { type Receiver, useReceivers, whatFollows } from './receivers.ts';

/** The addresses that other systems call. */
export function ReceiversPage() {
  const [search, change] = useAddress();
  const receivers = useReceivers();
  const items = receivers.data?.items;
  const make = (
    <Button look="main" onPress={() => change({ new: 'any' })}>
      <Plus size={16} aria-hidden="true" />
      {t('receivers.new')}
    </Button>
  );
  return (
    <Page title={t('page.receivers')} lead={t('receivers.lead')} acts={items && items.length > 0 && make}>
      <Loaded from={receivers}>
        {({ items: shown }) =>
          shown.length === 0 ? (
            <Empty title={t('receivers.none')} text={t('receivers.none_text')}>
              {make}
            </Empty>
          ) : (
            <Rows label={t('page.receivers')}>
              {shown.map((receiver) => (
                <ReceiverRow key={receiver.slug} receiver={receiver} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {items && wordAt(search, 'new') && (
        <NewReceiver taken={items.map(({ slug }) => slug)} onClose={() => change({ new: undefined })} />
      )}
    </Page>
  );
}

function ReceiverRow({ receiver }: { receiver: Receiver }) {
  const { slug, name, verification, warning } = receiver;
  const project = useProjectId();
  return (
    <Row
      title={
        <Link to={`/p/${project}/receivers/${slug}` as never} search={keepEnvironment as never}>
          {name}
        </Link>
      }
      about={`${word('sender', verification.type)} · ${whatFollows(receiver)}`}
      end={warning !== null && <Badge look="warn">{t('receivers.open_to_all')}</Badge>}
    />
  );
}
