import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { passes, type Role, usePeople, useProjectId } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import type { Shape } from '../api/shapes.ts';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Badge } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showDay } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { KeysLeft } from './keys-left.tsx';
import css from './people.module.css';
import { roleOptions } from './roles.ts';

const list = '/api/owner/projects/{project_id}/people';

/** Those who are in the project. */
export function People({ mayChange }: { mayChange: boolean }) {
  const project_id = useProjectId();
  const me = usePerson();
  const people = usePeople(project_id);
  const [error, setError] = useState<unknown>();
  /** Who has just left, or makes no keys any more, and has made some that are in force. */
  const [former, setFormer] = useState<{ person: Shape<'Person'>; keys: Shape<'MadeKey'>[] }>();
  const paramsOf = ({ id }: Shape<'Person'>) => ({ params: { path: { project_id, person_id: id } } });
  const keysOf = async (person: Shape<'Person'>) =>
    (await api.GET(`${list}/{person_id}/keys`, paramsOf(person))).data!.items;
  const askAbout = (person: Shape<'Person'>, keys: Shape<'MadeKey'>[]) =>
    setFormer(keys.length > 0 ? { person, keys } : undefined);
  const change = async (person: Shape<'Person'>, role: Role) => {
    setError(undefined);
    try {
      await api.PATCH(`${list}/{person_id}`, { ...paramsOf(person), body: { role } });
      await renew(list);
      say(t('team.changed', { email: person.email, role: word('role', role) }));
      if (passes(person.role, 'build') && !passes(role, 'build')) askAbout(person, await keysOf(person));
    } catch (problem) {
      setError(problem);
    }
  };
  const remove = async (person: Shape<'Person'>) => {
    // Of somebody who has left and made none, the server knows nothing.
    const keys = await keysOf(person);
    await api.DELETE(`${list}/{person_id}`, paramsOf(person));
    await renew(list);
    askAbout(person, keys);
  };
  return (
    <Section title={t('team.people')}>
      <ProblemNotice error={error} />
      {former && <KeysLeft key={former.person.id} {...former} onClose={() => setFormer(undefined)} />}
      <Loaded from={people}>
        {({ items }) => (
          <Rows label={t('team.people')}>
            {items.map((person) => {
              // Somebody has to be left who may do everything.
              const isLastOwner =
                person.role === 'owner' && items.filter(({ role }) => role === 'owner').length === 1;
              return (
                <Row
                  key={person.id}
                  title={person.email}
                  about={[
                    t('team.since', { when: showDay(person.since) }),
                    mayChange && isLastOwner && t('team.only_owner'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  end={
                    <>
                      {person.id === me.id && <Badge>{t('team.you')}</Badge>}
                      {mayChange && !isLastOwner ? (
                        <>
                          <div className={css.role}>
                            <Select
                              label={t('team.role_of', { email: person.email })}
                              isLabelHidden
                              value={person.role}
                              options={roleOptions}
                              onChange={(role) => role !== person.role && void change(person, role)}
                            />
                          </div>
                          <ConfirmButton
                            title={t('team.remove_title', { email: person.email })}
                            text={t('team.remove_text')}
                            verb={t('team.remove')}
                            act={() => remove(person)}
                          >
                            {t('team.remove')}
                          </ConfirmButton>
                        </>
                      ) : (
                        <Badge>{word('role', person.role)}</Badge>
                      )}
                    </>
                  }
                />
              );
            })}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}
