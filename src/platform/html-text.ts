const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML, also in the quoted value of an attribute. */
export const asHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
