import { t } from '../text/text.ts';

const dayMs = 86_400_000;

/** For how many days; nothing: for ever. */
export const lifetimes = ['', '30', '90', '365'] as const;
export type Lifetime = (typeof lifetimes)[number];

/** For a list to choose from. */
export const lifetimeOptions = (offered: readonly Lifetime[] = lifetimes) =>
  offered.map(
    (days) => [days, days === '' ? t('keys.no_end') : t('keys.days', { count: Number(days) })] as const,
  );

/** When something ends that begins now; null: never. */
export const endOf = (lifetime: Lifetime): string | null =>
  lifetime === '' ? null : new Date(Date.now() + Number(lifetime) * dayMs).toISOString();
