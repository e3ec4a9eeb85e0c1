import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import css from './dialog.module.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
  /** Questions interrupt; others are forms. */
  isQuestion?: boolean;
  /** Wider than 440 px. */
  isWide?: boolean;
  /** Only its own buttons close it. */
  isKept?: boolean;
  /** Nothing of the page is seen behind it. */
  isCover?: boolean;
}

/** A window over the page. Escape and a press beside it close it, and the focus goes back to where it was. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  isQuestion,
  isWide,
  isKept,
  isCover,
}: DialogProps) {
  return (
    <ModalOverlay
      className={`${css.veil} ${isCover ? css.cover : ''}`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isKept}
      isKeyboardDismissDisabled={isKept ?? false}
    >
      <Modal className={`${css.modal} ${isWide ? css.wide : ''}`}>
        <AriaDialog className={css.dialog ?? ''} role={isQuestion ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" className={css.title}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons at the end of a dialog, the main one last. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={css.buttons}>{children}</div>
);

interface QuestionProps {
  title: string;
  /** What follows from it. */
  text: string;
  /** The verb on the button. */
  verb: string;
  cancel: string;
  isOpen: boolean;
  isPending?: boolean;
  fault?: ReactNode;
  onAnswer(isYes: boolean): void;
}

/** Asks before what cannot be undone. The focus is on the button that does nothing. */
export function Question({ title, text, verb, cancel, isOpen, isPending, fault, onAnswer }: QuestionProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={() => onAnswer(false)} isQuestion>
      <p>{text}</p>
      {fault}
      <DialogButtons>
        <Button autoFocus onPress={() => onAnswer(false)}>
          {cancel}
        </Button>
        <Button look="bad" isPending={isPending ?? false} onPress={() => onAnswer(true)}>
          {verb}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
