import { useState } from 'react';
import { queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { Fields } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Notice } from '../kit/states.tsx';
import { HeardAnswer } from '../shell/heard-answer.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showNumber } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { verifyInNode, verifyInPython } from './code.ts';
import { type EventKind, kindsOf } from './event-kinds.ts';
import css from './subscriptions.module.css';
import { answerOf, ofSlug, type Subscription } from './subscriptions.ts';

/** Sends a sample that the endpoint can tell from an event, and shows what came back; and how an endpoint checks what it gets. */
export function TrySubscription({ subscription: { slug, kinds } }: { subscription: Subscription }) {
  const projectId = useProjectId();
  const offered = kindsOf(kinds);
  const [type, setType] = useState<EventKind>(offered[0]!);
  const sample = queries.useMutation('post', '/api/owner/projects/{project_id}/subscriptions/{slug}/try');
  return (
    <div className={css.parts}>
      <Fields>
        <p>{t('subscriptions.try_text')}</p>
        <Select<EventKind>
          label={t('deliveries.type')}
          options={offered.map((each) => [each, word('event_kind', each)] as const)}
          value={type}
          onChange={setType}
        />
        <div>
          <Button
            isPending={sample.isPending}
            onPress={() => sample.mutate({ ...ofSlug(projectId, slug), body: { type } })}
          >
            {t('subscriptions.try')}
          </Button>
        </div>
        <ProblemNotice error={sample.error} />
      </Fields>
      {sample.data && <Outcome tried={sample.data} />}
      <Code label={t('subscriptions.verify_node')} text={verifyInNode} />
      <Code label={t('subscriptions.verify_python')} text={verifyInPython} />
    </div>
  );
}

function Outcome({ tried }: { tried: Shape<'TriedDelivery'> }) {
  const { ok, status, detail, duration_ms, request } = tried;
  const head = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <Notice
        look={ok ? 'good' : 'bad'}
        title={status === null ? t('deliveries.no_answer') : t('deliveries.answered', { status })}
      >
        <p>{status === null ? detail : t('log.ms', { ms: showNumber(duration_ms) })}</p>
        {!ok && status !== null && <p>{t('subscriptions.wants_2xx')}</p>}
      </Notice>
      <HeardAnswer answer={answerOf(tried)} />
      <Code
        label={t('subscriptions.sent')}
        text={[`POST ${request.url}`, ...head, '', request.body].join('\n')}
      />
    </>
  );
}
