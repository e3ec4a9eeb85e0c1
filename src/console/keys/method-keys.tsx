import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Rows, Section } from '../kit/page.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { useKeyCalls } from './key-calls.ts';
import { ActOnKey } from './key-forms.tsx';
import { KeyRow } from './key-row.tsx';
import { NewKey } from './new-key.tsx';

type MethodKey = Shape<'MethodKey'>;
const list = '/api/owner/projects/{project_id}/method-keys';

type Doing = { what: 'new' } | { what: 'change' | 'replace'; of: MethodKey };

/** The keys with which others call the methods that the project publishes. Absent as long as it publishes none. */
export function MethodKeys() {
  const project_id = useProjectId();
  const { end } = useKeyCalls(list);
  const [doing, setDoing] = useState<Doing>();
  const methods = queries.useQuery('get', '/api/owner/projects/{project_id}/methods', below(project_id));
  const keys = queries.useQuery('get', list, below(project_id));
  if (keys.error && !keys.data) return <ProblemNotice error={keys.error} again={() => void keys.refetch()} />;
  const slugs = methods.data?.items.map(({ id }) => id) ?? [];
  if (!keys.data || (slugs.length === 0 && keys.data.items.length === 0)) return null;
  const close = () => setDoing(undefined);
  return (
    <Section
      title={t('keys.of_methods')}
      acts={<Button onPress={() => setDoing({ what: 'new' })}>{t('keys.new_of_methods')}</Button>}
    >
      {keys.data.items.length > 0 && (
        <Rows label={t('keys.of_methods')}>
          {keys.data.items.map((key) => (
            <KeyRow
              key={key.id}
              of={key}
              what={key.methods.join(', ')}
              onChange={() => setDoing({ what: 'change', of: key })}
              onReplace={() => setDoing({ what: 'replace', of: key })}
              end={() => end(key.id)}
            />
          ))}
        </Rows>
      )}
      {doing?.what === 'new' && <NewMethodKey slugs={slugs} onClose={close} />}
      {doing && doing.what !== 'new' && <ActOnKey {...doing} list={list} onClose={close} />}
    </Section>
  );
}

function NewMethodKey({ slugs, onClose }: { slugs: readonly string[]; onClose(): void }) {
  const projectId = useProjectId();
  return (
    <NewKey
      title={t('keys.new_of_methods')}
      rights={{
        ...{ field: 'methods', label: t('keys.methods') },
        options: slugs.map((slug): [string, string] => [slug, slug]),
      }}
      make={async (key, methods) => {
        const { data } = await api.POST(list, { ...below(projectId), body: { ...key, methods } });
        void renew(list);
        return data!.key;
      }}
      onClose={onClose}
    />
  );
}
