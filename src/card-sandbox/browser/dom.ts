/** Makes an element with attributes and children; text is always text, never markup. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  children: (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

let made = 0;

/** An id no other part of the page has. */
export function createId(): string {
  made += 1;
  return `card-sandbox-${made}`;
}
