import { sends } from '../enter.ts';
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
    if (!sends(event)) return;
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

/** Takes the field that the loader has made, in which the visitor may have begun to write, into the window. */
export function adopt(input: HTMLTextAreaElement, before: HTMLElement): void {
  input.className = '';
  input.hidden = false;
  input.value = input.value.trimStart();
  before.before(input);
}
