import { useNavigate } from '@tanstack/react-router';
import { Keyboard, Languages, LogOut, SunMoon, User } from 'lucide-react';
import { Button } from 'react-aria-components';
import { api } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { keepSession, usePerson } from '../api/session.ts';
import { Menu } from '../kit/menu.tsx';
import { chooseTheme, currentTheme, nextTheme } from '../kit/theme.ts';
import { say } from '../kit/toast.tsx';
import { type Language, languages } from '../text/languages.ts';
import { chooseLanguage, language, t } from '../text/text.ts';
import css from './navigation.module.css';

/** Ends the session. */
export async function logOut(): Promise<void> {
  await api.DELETE('/api/owner/session').catch((error) => {
    // It has ended already.
    if (hasCode(error, 'session_required')) return;
    say((error as Error).message);
    throw error;
  });
  keepSession(null);
}

/** The next theme of the three. */
export function turnTheme(): void {
  const next = nextTheme();
  chooseTheme(next);
  say(`${t('shell.theme')}: ${t(`shell.theme_${next}`)}`);
}

/** The next language of all that there are. */
function nextLanguage(): Language {
  const all = Object.keys(languages) as Language[];
  return all[(all.indexOf(language) + 1) % all.length]!;
}

/** What concerns the person at the screen. */
export function AccountMenu({ onKeys }: { onKeys?: () => void }) {
  const { email } = usePerson();
  const navigate = useNavigate();
  const entries = [
    {
      id: 'account',
      name: t('shell.your_account'),
      icon: <User size={16} />,
      hint: email,
      act: () => void navigate({ to: '/account' }),
    },
    {
      ...{ id: 'theme', name: t('shell.theme'), icon: <SunMoon size={16} /> },
      ...{ hint: t(`shell.theme_${currentTheme()}`), act: turnTheme },
    },
    {
      ...{ id: 'language', name: t('shell.language'), icon: <Languages size={16} /> },
      ...{ hint: languages[language].name, act: () => chooseLanguage(nextLanguage()) },
    },
    ...(onKeys
      ? [{ id: 'keys', name: t('shell.keys'), icon: <Keyboard size={16} />, hint: '?', act: onKeys }]
      : []),
    {
      id: 'out',
      name: t('shell.log_out'),
      icon: <LogOut size={16} />,
      act: () => void logOut().catch(() => {}),
    },
  ];
  return (
    <Menu label={t('shell.account')} entries={entries}>
      <Button className={css.person ?? ''}>
        <span className={css.initial} aria-hidden="true">
          {email.slice(0, 1).toUpperCase()}
        </span>
        <span className={css.personWords}>{t('shell.account')}</span>
      </Button>
    </Menu>
  );
}
