import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { CopyText } from '../kit/copy.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Facts } from '../kit/facts.tsx';
import { showAction } from '../text/action.ts';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { nameOfActor } from './actor.ts';

/** All that is on record of an entry. */
export function EntryDialog({ entry, onClose }: { entry: Shape<'AuditEntry'>; onClose(): void }) {
  const { action, subject, at, request_id, environment, data } = entry;
  return (
    <Dialog title={showAction(action, data)} isOpen onClose={onClose} isWide>
      <Facts
        facts={[
          [t('audit.at'), showMoment(at)],
          [t('audit.action'), <code key="action">{action}</code>],
          [t('audit.actor'), nameOfActor(entry)],
          [t('audit.subject'), <code key="subject">{subject.id}</code>],
          [t('shell.environment'), environment && t(`shell.${environment}`)],
          [t('log.request_id'), request_id && <code>{request_id}</code>],
        ]}
      />
      {Object.keys(data).length > 0 && (
        <CopyText label={t('audit.data')} text={JSON.stringify(data, null, 2)} />
      )}
      <DialogButtons>
        <Button autoFocus onPress={onClose}>
          {t('shell.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
