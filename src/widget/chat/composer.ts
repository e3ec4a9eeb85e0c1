import type { Uploads } from './uploads.ts';
import type { View } from './view.ts';

interface ComposerOptions {
  view: View;
  input: HTMLTextAreaElement;
  uploads: Uploads;
  /** Sends what was written. */
  submit: () => void;
  /** The visitor writes. */
  types: () => void;
}

/** The field, and files that are chosen, pasted or dropped. */
export function compose({ view, input, uploads, submit, types }: ComposerOptions): void {
  const { form, attach, picker, panel, drop } = view;
  form.onsubmit = (event) => {
    event.preventDefault();
    submit();
    input.focus();
  };
  attach.onclick = () => picker.click();
  picker.onchange = () => {
    uploads.add(picker.files!);
    picker.value = '';
    input.focus();
  };
  input.oninput = () => {
    if (input.value.trim()) types();
  };
  input.onpaste = ({ clipboardData }) => {
    if (uploads.areTaken && clipboardData) uploads.add(clipboardData.files);
  };
  input.onkeydown = (event) => {
    // The key that ends a composition is not a command; Safari marks it only by the code 229.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit();
  };
  const brings = (event: DragEvent) => uploads.areTaken && event.dataTransfer?.types.includes('Files');
  panel.ondragover = (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    drop.hidden = false;
  };
  panel.ondragleave = ({ relatedTarget }) => {
    if (!panel.contains(relatedTarget as Node | null)) drop.hidden = true;
  };
  panel.ondrop = (event) => {
    drop.hidden = true;
    if (!brings(event)) return;
    event.preventDefault();
    uploads.add(event.dataTransfer!.files);
    input.focus();
  };
}

/**
 * Takes the field that the loader has made, in which the visitor may have begun to write, into the window.
 * @returns whole lines that were written and sent by Enter before the window was there
 */
export function adopt(input: HTMLTextAreaElement, before: HTMLElement): string[] {
  input.className = '';
  input.hidden = false;
  const lines = input.value.split('\n');
  input.value = lines.pop()!;
  before.before(input);
  return lines.map((line) => line.trim()).filter(Boolean);
}
