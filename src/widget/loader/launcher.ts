import type { LauncherTexts } from '../text/launcher.ts';
import css from './launcher.css?inline';

const svg = 'http://www.w3.org/2000/svg';

/** Makes the launcher in a shadow tree of its own. It is built of elements: a page may refuse HTML in texts. */
export function makeLauncher(texts: LauncherTexts) {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const [sheet, paint] = [new CSSStyleSheet(), new CSSStyleSheet()];
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet, paint];

  const opener = document.createElement('button');
  const picture = document.createElementNS(svg, 'svg');
  const path = document.createElementNS(svg, 'path');
  Object.assign(opener, { id: 'open', type: 'button' });
  picture.setAttribute('viewBox', '0 0 24 24');
  path.setAttribute(
    'd',
    'M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-8l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 9h8M8 12.5h5',
  );
  picture.append(path);
  const words = document.createElement('b');
  opener.append(picture, words);

  // It is put into the window when that is there.
  const input = document.createElement('textarea');
  Object.assign(input, {
    ariaLabel: texts.input,
    className: 'unseen',
    hidden: true,
    maxLength: 3000,
    rows: 1,
  });
  root.append(opener, input);
  return { host, root, opener, words, input, paint };
}
