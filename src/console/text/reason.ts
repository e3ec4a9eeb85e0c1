import { t, textFor } from './text.ts';

/** Why something failed, in the reader's language where the code says it; otherwise in the words of the server. */
export function reasonOf({ code, message }: { code?: string | null; message: string }): string {
  const [, status] = /^http_(\d{3})$/.exec(code ?? '') ?? [];
  return status ? t('reason.http', { status }) : textFor('reason', code ?? '', message);
}
