/** Makes an element with a text, at the end of another. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  parent?: ParentNode,
  text = '',
  className = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  parent?.append(made);
  return made;
}

const svg = 'http://www.w3.org/2000/svg';

/** Draws a picture of 24 by 24, for the eye alone. @param path as in the attribute `d` */
export function draw(path: string, parent: ParentNode): SVGSVGElement {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svg, 'path');
  line.setAttribute('d', path);
  picture.append(line);
  parent.append(picture);
  return picture;
}

/** A button with a picture in place of words. */
export function iconButton(parent: ParentNode, label: string, path: string, id = ''): HTMLButtonElement {
  const made = make('button', parent);
  Object.assign(made, { type: 'button', ariaLabel: label, id, title: label });
  draw(path, made);
  return made;
}
