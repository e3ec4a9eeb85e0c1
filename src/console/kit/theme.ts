/** Light, dark, or as the system has it. */
export type Theme = 'system' | 'light' | 'dark';

const kept = 'parley.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

export function currentTheme(): Theme {
  const theme = localStorage.getItem(kept);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function apply(): void {
  const theme = currentTheme();
  document.documentElement.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
}

/** Follows the system for as long as the person has chosen nothing else. */
export function watchTheme(): void {
  apply();
  dark.addEventListener('change', apply);
}

/** The theme after the present one. The first step away from that of the system is one that is seen. */
export function nextTheme(): Theme {
  const [other, same]: Theme[] = dark.matches ? ['light', 'dark'] : ['dark', 'light'];
  const all = ['system', other!, same!] as const;
  return all[(all.indexOf(currentTheme()) + 1) % all.length]!;
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(kept);
  else localStorage.setItem(kept, theme);
  apply();
}
