import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { Field } from '../kit/field.tsx';
import { More } from '../kit/more.tsx';
import { type Pair, pairsAsObject } from '../kit/pairs.ts';
import { PairsField } from '../kit/pairs-field.tsx';
import { Notice } from '../kit/states.tsx';
import { BareForm, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { callsPath, ofSlug, tryPath } from './receivers.ts';

const sample = '{"test": true}';

/** Calls the receiver as its sender would, and shows what was sent and answered. */
export function TryReceiver({ slug }: { slug: string }) {
  const projectId = useProjectId();
  const [tried, setTried] = useState<Shape<'TriedCall'>>();
  /** What was sent stays for another call. */
  const [initial, setInitial] = useState({ body: sample, type: 'application/json', headers: [] as Pair[] });
  const form = useForm(initial, async ({ body, type, headers }) => {
    const { data } = await api.POST(tryPath, {
      ...ofSlug(projectId, slug),
      body: { body, content_type: type.trim(), headers: pairsAsObject(headers) },
    });
    setTried(data);
    void renew(callsPath);
    setInitial({ body, type, headers });
  });
  return (
    <>
      <BareForm form={form}>
        <p>{t('receivers.try_text')}</p>
        <Field label={t('receivers.body')} rows={4} isCode spellCheck="false" {...form.bind('body')} />
        <More title={t('receivers.more')}>
          <Field
            label={t('receivers.content_type')}
            spellCheck="false"
            {...form.bind('type', 'content_type')}
          />
          <PairsField
            label={t('receivers.headers')}
            help={t('receivers.headers_help')}
            names={{ name: t('operations.pair_name'), value: t('receivers.header_value') }}
            add={t('operations.headers_add')}
            {...form.bind('headers')}
          />
        </More>
        <div>
          <Button type="submit" isPending={form.isPending}>
            {t('receivers.try')}
          </Button>
        </div>
      </BareForm>
      {tried && <Outcome tried={tried} />}
    </>
  );
}

function Outcome({ tried: { request, answer } }: { tried: Shape<'TriedCall'> }) {
  const isTaken = answer.status < 300;
  return (
    <>
      <Notice look={isTaken ? 'good' : 'bad'} title={t('receivers.answered', { status: answer.status })}>
        {t(isTaken ? 'receivers.taken' : 'receivers.refused')}
      </Notice>
      {answer.body !== '' && <Code label={t('receivers.answer')} text={answer.body} />}
      <Code label={t('receivers.curl_once')} text={request.curl} />
    </>
  );
}
