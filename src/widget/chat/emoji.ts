import { make } from '../rich/dom.ts';
import { Popup } from './popup.ts';

/** Screen readers name these by themselves, in their own language. */
const all =
  '😀 😄 😂 🙂 😉 😍 😘 😎 🤔 😐 😕 😟 😢 😭 😡 😱 🤗 🙄 😴 🤒 👍 👎 👌 👏 🙏 🤝 💪 👋 ✌️ 🤷 ❤️ 💔 🔥 🎉 ✨ ⭐ ✅ ❌ ❓ ❗ ⏰ 📎 📦 🛒 🎁 💐 ☕ 🍰';

/** Lets the visitor put an emoji into what they write. */
export function addEmoji(button: HTMLButtonElement, panel: HTMLElement, input: HTMLTextAreaElement): void {
  const popup = new Popup(button, panel, 'emojis', (box) => {
    if (box.hasChildNodes()) return;
    for (const emoji of all.split(' ')) {
      const key = make('button', box, emoji);
      key.type = 'button';
      key.onclick = () => {
        input.setRangeText(emoji, input.selectionStart, input.selectionEnd, 'end');
        input.dispatchEvent(new Event('input'));
        popup.close(false);
        input.focus();
      };
    }
  });
}
