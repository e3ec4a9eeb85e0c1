/** Light, dark, or as the system has it. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

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

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(kept);
  else localStorage.setItem(kept, theme);
  apply();
}
