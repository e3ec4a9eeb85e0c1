import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import { Field } from '../kit/field.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Select } from '../kit/select.tsx';
import { Suggest } from '../kit/suggest.tsx';
import { Switch } from '../kit/switch.tsx';
import { t, word } from '../text/text.ts';
import { waysToName, wayToName } from './receiver-values.ts';
import type { AnyForm } from './sender-fields.tsx';

const code = { isCode: true, spellCheck: 'false' } as const;
const targets = ['nothing', 'event', 'workflow'] as const;

/** What a call does, besides starting the workflows that have it as their trigger. */
export function TargetFields({ form }: { form: AnyForm }) {
  const { target } = form.values;
  return (
    <>
      <Select
        label={t('receivers.target')}
        help={t('receivers.target_help')}
        options={targets.map((each) => [each, word('receiver_target', each)] as const)}
        {...form.bind('target', 'target.type')}
      />
      {target === 'workflow' && <WorkflowFields form={form} />}
      {target === 'event' && <EventFields form={form} />}
    </>
  );
}

function WorkflowFields({ form }: { form: AnyForm }) {
  const workflows = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/workflows',
    below(useProjectId()),
  );
  const options = (workflows.data?.items ?? []).map(({ id }) => id);
  return (
    <>
      <Suggest
        key={options.length}
        label={t('receivers.workflow')}
        options={options}
        {...form.bind('workflow', 'target.workflow')}
      />
      <WhomFields form={form} at="target.identity" />
      <Field
        label={t('receivers.input')}
        help={t('receivers.templates_help')}
        rows={4}
        {...code}
        {...form.bind('input', 'target.input')}
      />
    </>
  );
}

function EventFields({ form }: { form: AnyForm }) {
  return (
    <>
      <WhomFields form={form} at="target.event.identity" />
      <Field label={t('receivers.text')} {...code} {...form.bind('text', 'target.event.text')} />
      <Field
        label={t('receivers.data')}
        help={t('receivers.templates_help')}
        rows={3}
        {...code}
        {...form.bind('data', 'target.event.data')}
      />
      <Switch
        label={t('receivers.may_answer')}
        help={t('receivers.may_answer_help')}
        isSelected={form.values.answers}
        onChange={(answers) => form.set({ answers })}
      />
    </>
  );
}

/** For which customer a call is. @param at where the target has it */
function WhomFields({ form, at }: { form: AnyForm; at: string }) {
  const { target, create } = form.values;
  const whom = wayToName(form.values);
  const ways = waysToName.filter((each) => each !== 'nobody' || target === 'workflow');
  return (
    <>
      <Select
        label={t('receivers.whom')}
        options={ways.map((each) => [each, word('receiver_whom', each)] as const)}
        {...form.bind('whom', at)}
        value={whom}
      />
      {whom === 'field' && (
        <>
          <Field
            label={t('receivers.state_field')}
            help={t('receivers.state_field_help')}
            {...code}
            {...form.bind('stateField', `${at}.state_field`)}
          />
          <Field
            label={t('receivers.state_value')}
            help={t('receivers.state_value_help')}
            {...code}
            {...form.bind('stateValue', `${at}.state_value`)}
          />
        </>
      )}
      {(whom === 'channel' || whom === 'field') && (
        <ChannelField form={form} at={at} none={whom === 'field' ? 'channel_any' : 'channel_none'} />
      )}
      {whom === 'channel' && (
        <>
          <Field
            label={t('receivers.external_id')}
            help={t('receivers.external_id_help')}
            {...code}
            {...form.bind('externalId', `${at}.external_id`)}
          />
          <Switch
            label={t('receivers.create')}
            help={t('receivers.create_help')}
            isSelected={create}
            onChange={(isOn) => form.set({ create: isOn })}
          />
          {create && (
            <Field
              label={t('receivers.made_name')}
              help={t('receivers.made_name_help')}
              {...code}
              {...form.bind('madeName', `${at}.name`)}
            />
          )}
        </>
      )}
      {whom === 'identity' && (
        <Field
          label={t('receivers.identity')}
          help={t('receivers.identity_help')}
          {...code}
          {...form.bind('identity', at)}
        />
      )}
    </>
  );
}

function ChannelField({
  form,
  at,
  none,
}: {
  form: AnyForm;
  at: string;
  none: 'channel_any' | 'channel_none';
}) {
  const channels = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/channels',
    below(useProjectId()),
  );
  const items = channels.data?.items ?? [];
  return (
    <Select
      label={t('receivers.channel')}
      options={[['', t(`receivers.${none}`)] as const, ...items.map(({ id, name }) => [id, name] as const)]}
      {...form.bind('channel', `${at}.channel_id`)}
    />
  );
}

/** How repeated calls are recognized, and what is answered. */
export function AnswerFields({ form }: { form: AnyForm }) {
  const { hasAnswer } = form.values;
  return (
    <>
      <Field
        label={t('receivers.dedupe')}
        help={t('receivers.dedupe_help')}
        {...code}
        {...form.bind('dedupe', 'dedupe_id')}
      />
      <Switch
        label={t('receivers.own_answer')}
        help={t('receivers.own_answer_help')}
        isSelected={hasAnswer}
        onChange={(isOn) => form.set({ hasAnswer: isOn })}
      />
      {hasAnswer && (
        <>
          <NumberField
            label={t('receivers.status')}
            min={200}
            max={299}
            {...form.bind('status', 'response.status')}
          />
          <Field
            label={t('receivers.content_type')}
            help={t('receivers.content_type_help')}
            spellCheck="false"
            {...form.bind('contentType', 'response.content_type')}
          />
          <Field
            label={t('receivers.answer')}
            help={t('receivers.answer_help')}
            rows={3}
            {...code}
            {...form.bind('answer', 'response.body')}
          />
        </>
      )}
    </>
  );
}
