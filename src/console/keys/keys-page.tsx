import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useMayGive, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Page, Rows, Section } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { t } from '../text/text.ts';
import { firstCall } from './first-call.ts';
import { useKeyCalls } from './key-calls.ts';
import { ActOnKey } from './key-forms.tsx';
import { isOver, KeyRow } from './key-row.tsx';
import { MethodKeys } from './method-keys.tsx';
import { NewKey } from './new-key.tsx';
import { presets, type Scope, scopes } from './scopes.ts';

type Key = Shape<'Key'>;
const list = '/api/owner/projects/{project_id}/keys';

type Doing = { what: 'new' } | { what: 'change' | 'replace'; of: Key };

/** The keys by which programs call the APIs for this project. */
export function KeysPage() {
  const [doing, setDoing] = useState<Doing>();
  const keys = queries.useQuery('get', list, below(useProjectId()));
  const close = () => setDoing(undefined);
  return (
    <Page
      title={t('page.keys')}
      lead={t('keys.lead')}
      acts={
        <Button look="main" onPress={() => setDoing({ what: 'new' })}>
          {t('keys.new')}
        </Button>
      }
    >
      <Loaded from={keys}>
        {({ items }) => (
          <>
            {items.length === 0 && <Empty title={t('keys.none')} text={t('keys.none_text')} />}
            <KeyRows label={t('keys.valid')} keys={items.filter((key) => !isOver(key))} onDo={setDoing} />
            <KeyRows label={t('keys.over')} keys={items.filter(isOver)} onDo={setDoing} />
          </>
        )}
      </Loaded>
      <MethodKeys />
      {doing?.what === 'new' && <NewProjectKey onClose={close} />}
      {doing && doing.what !== 'new' && <ActOnKey {...doing} list={list} onClose={close} />}
    </Page>
  );
}

function rightsOf(key: Key): string {
  const rights = scopes.filter(([scope]) => key.scopes.includes(scope));
  return rights.length === scopes.length
    ? t('keys.every_scope')
    : rights.map(([, name]) => t(name)).join(', ');
}

interface KeyRowsProps {
  label: string;
  keys: readonly Key[];
  onDo(doing: Doing): void;
}

function KeyRows({ label, keys, onDo }: KeyRowsProps) {
  const { end } = useKeyCalls(list);
  const mayGive = useMayGive();
  if (keys.length === 0) return null;
  return (
    <Section title={label}>
      <Rows label={label}>
        {keys.toReversed().map((key) => (
          <KeyRow
            key={key.id}
            of={key}
            what={rightsOf(key)}
            isLogged
            isTheirs={key.scopes.every(mayGive)}
            onChange={() => onDo({ what: 'change', of: key })}
            onReplace={() => onDo({ what: 'replace', of: key })}
            end={() => end(key.id)}
          />
        ))}
      </Rows>
    </Section>
  );
}

function NewProjectKey({ onClose }: { onClose(): void }) {
  const projectId = useProjectId();
  const mayGive = useMayGive();
  const offered = scopes.filter(([scope]) => mayGive(scope));
  const isAll = offered.length === scopes.length;
  return (
    <NewKey
      title={t('keys.new')}
      nameHelp={t('keys.name_help')}
      note={isAll ? undefined : t('keys.scopes_of_owners')}
      rights={{
        ...{ field: 'scopes', label: t('keys.scopes'), help: t('keys.scopes_help') },
        options: offered.map(([scope, name]): [Scope, string, string] => [scope, scope, t(name)]),
        presets: presets
          .filter(({ rights }) => rights.every(mayGive))
          .map(({ id, rights }) => ({
            id,
            name: t(`keys.preset_${id}`),
            about: t(`keys.preset_about_${id}`),
            rights,
          })),
      }}
      make={async (key, chosen) => {
        const { data } = await api.POST(list, { ...below(projectId), body: { ...key, scopes: chosen } });
        void renew(list);
        return data!.key;
      }}
      firstCall={(secret, chosen) =>
        firstCall(`${location.origin}/api/v1/projects/${projectId}`, secret, chosen)
      }
      onClose={onClose}
      isWide
    />
  );
}
